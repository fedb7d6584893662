import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { takeSignInCode } from './gateway/sign-in-code.ts'
import { createPageRouter } from './router.ts'
import { useSession } from './gateway/session.ts'

// The code has to leave the address before the router reads it and before it can be bookmarked.
const code = takeSignInCode(location, history)

const app = createApp(App)
app.use(createPinia())
void useSession().start(code)
app.use(createPageRouter())
app.mount('#app')
