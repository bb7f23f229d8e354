import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { onCall } from '../../lib/api.ts'
import { PagePart } from '../../ui/Apart.tsx'
import { Page } from '../../ui/Page.tsx'
import { Crumbs, type RecordList } from './Crumbs.tsx'
import { ListPane } from './ListPane.tsx'
import { Neighbours } from './Neighbours.tsx'
import classes from './RecordFrame.module.css'

/** A tablet in landscape, or a window of that width: room for two columns without the menu. */
const ACROSS = '(min-width: 60em) and (max-width: 74.99em)'

/** The list on the same route, without an id. */
export const listHere = (title: string): RecordList => ({
  title,
  link: { to: '.', params: { id: undefined } as never, search: {} as never },
})

interface RecordFrameProps {
  list: RecordList
  /** Name of the record; undefined while loading. */
  name: string | undefined
  /** Shown in place of the name until then. */
  title: string
  chip?: ReactNode
  subtitle?: ReactNode
  action?: ReactNode
  /** Beside the record on a wide window, below it on others. */
  rail?: ReactNode
  children: ReactNode
}

/** The frame of a record's page: link back to its list, neighbours in that list, title and state, content, and the side rail. */
export function RecordFrame({ list, name, title, chip, subtitle, action, rail, children }: RecordFrameProps) {
  const across = useMediaQuery(ACROSS, false, { getInitialValueInEffect: false })
  // The element tree is the same in both orientations, so that turning a tablet does not lose what is being written.
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
            <div className={classes.main}>
              <PagePart part={name !== undefined}>{children}</PagePart>
            </div>
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

/** Rendered after its surroundings, which do not wait for it. */
const Deferred = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children

/**
 * Instead of a record that does not exist or is not visible to this person; the server does not tell which. As the documents say, 'Pagina
 * non trovata' is shown and the person is led home. `gone`: 'Banca non trovata', until then.
 */
export function RecordGone({ gone }: { gone: string }) {
  useEffect(() => onCall.notFound(), [])
  return <Page title={gone}>{null}</Page>
}
