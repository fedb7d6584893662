import { wordSet } from './plain-types.ts'

/** Keywords of C23 and C++23, and macros of the headers that the sources include. */
export const C_KEYWORDS = wordSet(`
  alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class co_await
  co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do
  double dynamic_cast else enum errno explicit export extern false final float for friend goto if inline int linux long
  mutable namespace new noexcept not not_eq nullptr operator or or_eq override private protected public register
  reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch template
  this thread_local throw true try typedef typeid typename typeof typeof_unqual union unix unsigned using virtual void
  volatile wchar_t while xor xor_eq assert stdin stdout stderr NULL EOF
`)
