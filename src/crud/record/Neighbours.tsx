import { ActionIcon } from '@mantine/core'
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { type Icon, IconChevronLeft, IconChevronRight } from '../../ui/icons.tsx'
import { useShortcut } from '../list/use-shortcut.ts'
import { useOriginList } from './origin-list.ts'
import classes from './RecordFrame.module.css'

/** Replaces the current page, so that Back leads to the list; the open tab stays. */
export const neighbourLink = (name: string): LinkProps => ({
  ...{
    to: '.',
    params: (([id, slug]) => ({ id, slug }))(name.split('/').reverse()) as never,
    search: (({ scheda, parte }: { scheda?: string; parte?: string }) => ({ scheda, parte })) as never,
  },
  ...{ state: true, replace: true },
})

/** Links to the previous and next record on the list page it was opened from; nothing if it was opened otherwise. */
export function Neighbours() {
  const came = useOriginList()
  const navigate = useNavigate()
  const go = (id: string | undefined) => id !== undefined && void navigate(neighbourLink(id))
  useShortcut('before', () => go(came?.before))
  useShortcut('after', () => go(came?.after))
  if (!came) return null
  return (
    <div className={classes.neighbours}>
      <Neighbour icon={IconChevronLeft} id={came.before} label="Precedente" at="k" none="È il primo di questa pagina dell’elenco" />
      <Neighbour icon={IconChevronRight} id={came.after} label="Successivo" at="j" none="È l’ultimo di questa pagina dell’elenco" />
    </div>
  )
}

interface NeighbourProps {
  icon: Icon
  id: string | undefined
  label: string
  at: string
  /** Explains why there is none. */
  none: string
}
const Neighbour = ({ icon: Shape, id, label, at, none }: NeighbourProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    aria-keyshortcuts={at}
    title={id === undefined ? none : `${label} (${at})`}
    // Not `disabled`: pointer and keyboard could not reach the explanation.
    {...(id === undefined
      ? { 'data-disabled': true, 'aria-disabled': true }
      : { renderRoot: (props: object) => <Link {...props} {...neighbourLink(id)} /> })}
  >
    <Shape />
  </ActionIcon>
)
