import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { UnreadableAnswers } from '../../src-shared/read-answers.ts'
import { useGateway } from '../gateway/gateway.ts'
import { createBuiltTree } from './built-tree.ts'
import { createItemList } from './item-list.ts'
import { readEvidence } from './read-evidence.ts'

const MAX_FILE_BYTES = 64 * 1024 * 1024

/** What is being verified. Everything but running a call again happens in the page, offline. */
export const useVerify = defineStore('verify', () => {
  const gateway = useGateway()
  const { show, showHashes, ...list } = createItemList(gateway.client)
  const tree = createBuiltTree(computed(() => (list.checking.value ? null : list.hashes.value)))
  const source = ref('')
  /** What the text or file had besides its answers. */
  const others = ref(0)
  const problem = ref('')
  /** A proof that was pasted or dropped and waits for its dialog. */
  const proof = ref('')

  /** Takes a text or a file. A proof waits in `proof`; anything else replaces the items. */
  async function take(from: string | File, name: string): Promise<void> {
    problem.value = ''
    try {
      if (typeof from !== 'string' && from.size > MAX_FILE_BYTES)
        throw new UnreadableAnswers('The file is larger than 64 MiB. Split it, or use `toolgate verify`.')
      const evidence = readEvidence(typeof from === 'string' ? from : await from.text())
      if (evidence.kind === 'proof') return void (proof.value = evidence.text)
      source.value = name
      others.value = evidence.kind === 'answers' ? evidence.others : 0
      list.chosen.value = 0
      if (evidence.kind === 'answers') await list.checkAll(evidence.answers)
      else showHashes(evidence.hashes)
    } catch (error) {
      if (!(error instanceof UnreadableAnswers)) throw error
      problem.value = error.message
    }
  }

  /** Checks the latest calls in Activity, whichever client made them. */
  async function takeLatest(): Promise<void> {
    problem.value = ''
    const answers = await list.latest()
    if (answers.length === 0) return void (problem.value = 'Activity has no answer that was kept whole.')
    source.value = 'Latest calls'
    others.value = 0
    list.chosen.value = 0
    await list.checkAll(answers)
  }

  function clear(): void {
    show([])
    others.value = 0
    problem.value = ''
  }

  return { ...list, ...tree, source, others, problem, proof, take, takeLatest, clear }
})
