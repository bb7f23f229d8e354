import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconChevronRight } from './icons.tsx'
import classes from './TreeView.module.css'

export interface TreeNode {
  id: string
  /** The name, as a link if it leads somewhere. */
  label: ReactNode
  /** Content beside the name. */
  beside?: ReactNode
  children?: readonly TreeNode[]
}
interface Line {
  node: TreeNode
  level: number
  parent: string | undefined
  /** Position among its siblings, from 1, and their number. */
  place: number
  of: number
}
const linesOf = (nodes: readonly TreeNode[], closed: ReadonlySet<string>, level = 1, parent?: string): Line[] =>
  nodes.flatMap((node, at) => [
    { node, level, parent, place: at + 1, of: nodes.length },
    ...(node.children?.length && !closed.has(node.id) ? linesOf(node.children, closed, level + 1, node.id) : []),
  ])

interface TreeViewProps {
  label: string
  nodes: readonly TreeNode[]
  /** Ids of the nodes that are collapsed at first. */
  closed?: readonly string[]
}

/**
 * A tree with one line per node: one Tab stop, ↑ ↓ Home End from line to line, → expands or goes to the first child, ← collapses or goes to
 * the parent, Enter follows the link.
 */
export function TreeView({ label, nodes, closed: first = [] }: TreeViewProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(first))
  const [current, setCurrent] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const lines = linesOf(nodes, closed)
  const stop = lines.some(({ node }) => node.id === current) ? current : lines[0]?.node.id
  const go = (id: string | undefined) => id && box.current?.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus()
  const isOpen = ({ children, id }: TreeNode) => (children?.length ? !closed.has(id) : undefined)
  const turn = (id: string) => setClosed((old) => new Set(old.has(id) ? [...old].filter((one) => one !== id) : [...old, id]))
  function onKeyDown(event: KeyboardEvent<HTMLElement>, at: number) {
    // Keys in a link of the line belong to the link.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const { node, parent } = lines[at]!
    const open = isOpen(node)
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(lines[at + 1]?.node.id),
      ArrowUp: () => go(lines[at - 1]?.node.id),
      Home: () => go(lines[0]?.node.id),
      End: () => go(lines.at(-1)?.node.id),
      ArrowRight: () => (open === false ? turn(node.id) : open && go(node.children![0]!.id)),
      ArrowLeft: () => (open ? turn(node.id) : go(parent)),
      Enter: () => event.currentTarget.querySelector('a')?.click(),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div ref={box} role="tree" aria-label={label} className={classes.tree}>
      {lines.map(({ node, level, place, of }, at) => (
        <div
          key={node.id}
          role="treeitem"
          aria-level={level}
          aria-posinset={place}
          aria-setsize={of}
          aria-expanded={isOpen(node)}
          aria-selected={node.id === stop}
          tabIndex={node.id === stop ? 0 : -1}
          data-node={node.id}
          className={classes.line}
          style={{ '--level': level - 1 } as React.CSSProperties}
          onKeyDown={(event) => onKeyDown(event, at)}
          onFocus={() => setCurrent(node.id)}
        >
          {/* Mouse counterpart of the arrow keys. */}
          <button type="button" tabIndex={-1} aria-hidden className={classes.mark} data-open={isOpen(node)} onClick={() => turn(node.id)}>
            {isOpen(node) !== undefined && <IconChevronRight />}
          </button>
          <div className={classes.words}>
            <span className={classes.label}>{node.label}</span>
            {node.beside}
          </div>
        </div>
      ))}
    </div>
  )
}
