import { type MerkleTree, siblingOf } from '../../src-shared/merkle.ts'

/**
 * Trees with up to this many leaves are drawn completely; larger ones show only the path of the
 * chosen leaf.
 */
const MAX_WHOLE_LEAVES = 16

/** The role of a node for the chosen leaf: on its path, needed for its proof, or neither. */
type NodeRole = 'path' | 'proof' | 'other'

/** A drawn node; `x` counts columns from the left, `row` counts from the root down. */
export interface TreeNode {
  readonly level: number
  readonly index: number
  readonly x: number
  readonly row: number
  readonly hash: Uint8Array
  readonly role: NodeRole
  /** Leaves below it; 1 for a leaf. */
  readonly leaves: number
  /** Whether its leaves are hidden. */
  readonly folded: boolean
  readonly parent: number | null
}

export interface TreeLayout {
  readonly nodes: readonly TreeNode[]
  readonly places: number
  readonly rows: number
}

/** Computes the position of each node. Parents come after their children, and the root is last. */
export function layOutTree({ levels }: MerkleTree, chosen: number): TreeLayout {
  const count = levels[0]?.length ?? 0
  const top = levels.length - 1
  const whole = count <= MAX_WHOLE_LEAVES
  const nodes: TreeNode[] = []
  const parents = new Map<number, number>()
  let places = 0

  const onPath = (level: number, index: number): boolean => index === Math.floor(chosen / 2 ** level)
  const roleOf = (level: number, index: number): NodeRole => {
    if (onPath(level, index)) return 'path'
    return index === siblingOf(Math.floor(chosen / 2 ** level)) ? 'proof' : 'other'
  }

  function place(level: number, index: number, role = roleOf(level, index)): number {
    const below = levels[level - 1]
    // A hash without a sibling moves up unchanged; it is drawn at its original level.
    if (below && below[2 * index + 1] === undefined) return place(level - 1, 2 * index, role)
    const open = below !== undefined && (whole || onPath(level, index))
    const children = open ? [place(level - 1, 2 * index), place(level - 1, 2 * index + 1)] : []
    const x = open
      ? children.reduce((sum, child) => sum + (nodes[child]?.x ?? 0), 0) / children.length
      : places++
    const leaves = Math.min(count, (index + 1) * 2 ** level) - index * 2 ** level
    const hash = levels[level]?.[index] ?? new Uint8Array()
    nodes.push({
      level,
      index,
      x,
      row: top - level,
      hash,
      role,
      leaves,
      folded: !open && level > 0,
      parent: null,
    })
    for (const child of children) parents.set(child, nodes.length - 1)
    return nodes.length - 1
  }

  if (count > 0) place(top, 0)
  return {
    nodes: nodes.map((node, at) => ({ ...node, parent: parents.get(at) ?? null })),
    places,
    rows: levels.length,
  }
}
