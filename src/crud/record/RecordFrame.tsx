import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useDeferredValue } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { Crumbs, type RecordList } from './Crumbs.tsx'
import { ListPane } from './ListPane.tsx'
import { Neighbours } from './Neighbours.tsx'
import classes from './RecordFrame.module.css'

/** A tablet held across, or a window as wide: room for two, before the menu takes its part. */
const ACROSS = '(min-width: 60em) and (max-width: 74.99em)'

/** Where the list is the same page without an id. */
export const listHere = (title: string): RecordList => ({
  title,
  link: { to: '.', params: { id: undefined } as never, search: {} as never },
})

interface RecordFrameProps {
  list: RecordList
  /** What tells the record from others; undefined until it is known. */
  name: string | undefined
  /** In the place of the name until then. */
  title: string
  chip?: ReactNode
  subtitle?: ReactNode
  action?: ReactNode
  /** What stands beside it on a wide window, and under it on others. */
  rail?: ReactNode
  children: ReactNode
}

/** The page of a record (ux.md 7): the way back to its list and to those beside it there, what it is, what it holds, and what belongs to it. */
export function RecordFrame({ list, name, title, chip, subtitle, action, rail, children }: RecordFrameProps) {
  const across = useMediaQuery(ACROSS, false, { getInitialValueInEffect: false })
  // The record keeps its place when a tablet is turned: what is being written in it stays.
  return (
    <div className={across ? classes.across : undefined}>
      {across && <ListPane title={list.title} />}
      <div className={classes.record}>
        <Page
          title={name ?? title}
          breadcrumbs={
            <div className={classes.way}>
              <Crumbs list={list} name={name} />
              <Neighbours />
            </div>
          }
          {...{ chip, subtitle, action }}
        >
          <div className={classes.columns}>
            <div className={classes.main}>{children}</div>
            {rail && (
              <aside className={classes.rail} aria-label="In breve">
                <Deferred>{rail}</Deferred>
              </aside>
            )}
          </div>
        </Page>
      </div>
    </div>
  )
}

/** Drawn after what stands around it, so that this is not waited for with it. */
const Deferred = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children

/** In place of a record that is not there, or not for this person: the server does not tell which. `gone`: 'Banca non trovata'. */
export const RecordGone = ({ list, gone }: { list: RecordList; gone: string }) => (
  <Page title={gone}>
    <EmptyState
      message="Non c’è più, oppure non è tra ciò che puoi vedere."
      action={<LinkButton {...(list.link as any)}>Vai all’elenco: {list.title}</LinkButton>}
    />
  </Page>
)
