import type { Mutation } from './mutation.ts'

const PATH_TESTS = ['test/src-main/files/read-path.test.ts']
const ROUTE_TESTS = ['test/spec/calls/file-paths.test.ts']
const FILE_TESTS = ['test/spec/calls/files.test.ts']

/** Changes to what lets a key read a file. */
export const FILES: readonly Mutation[] = [
  {
    id: 'file-1',
    file: 'src-main/files/read-path.ts',
    find: "if (!(await isStillAt(file, real))) return 'unreadable'",
    replace: '',
    why: 'A folder that becomes a link after the check leads out of the allowed ones.',
    tests: PATH_TESTS,
  },
  {
    id: 'file-2',
    file: 'src-main/files/allowed-folders.ts',
    find: 'path.startsWith(folder.endsWith(sep) ? folder : folder + sep)',
    replace: 'path.startsWith(folder)',
    why: 'A folder whose name begins like an allowed one is readable.',
    tests: PATH_TESTS,
  },
  {
    id: 'file-3',
    file: 'src-main/files/allowed-folders.ts',
    find: 'if (own !== null && isBelow(realPath, own)) return false',
    replace: '',
    why: 'The owner key can be read once the data folder lies below an allowed folder.',
    tests: PATH_TESTS,
  },
  {
    id: 'file-4',
    file: 'src-main/files/file-store.ts',
    find: 'FROM file WHERE id = :id AND key_id = :key_id AND expires_at > :now',
    replace: 'FROM file WHERE id = :id AND key_id <> :key_id || 1 AND expires_at > :now',
    why: 'Whoever learns the id of a file reads it with another key.',
    tests: FILE_TESTS,
  },
  {
    id: 'file-5',
    file: 'src-main/gateway/routes/set-folders.ts',
    find: '    assertOwner(request)\n',
    replace: '',
    why: 'An admin key that is not the owner’s lets itself read files of the machine.',
    tests: ROUTE_TESTS,
  },
]
