import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Page.module.css'
import { usePageTitle } from './use-page-title.ts'

interface PageProps {
  title: string
  /** Total beside the title: `Clienti tessere · 312.480`. */
  count?: number | string
  /** The main action: right of the title on a desktop, fixed at the bottom of a phone. */
  action?: ReactNode
  breadcrumbs?: ReactNode
  /** State of the page's subject, beside the title. */
  chip?: ReactNode
  /** Further identification, below the title. */
  subtitle?: ReactNode
  children: ReactNode
}

/** False until the first page: where the app opens, the browser starts at the top by itself. */
let arrived = false

/** The frame of every page. After navigation its heading (`#page-title`) takes the focus, so that screen readers announce the page. */
export function Page({ title, count, action, breadcrumbs, chip, subtitle, children }: PageProps) {
  usePageTitle(title)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { activeElement: at } = document
    // Focus inside the page, or in a dialog over it, was set on purpose, such as on the row one returns to.
    if (arrived && !frame.current?.contains(at) && !at?.closest('[role="dialog"]'))
      frame.current?.querySelector<HTMLElement>('#page-title')?.focus({ preventScroll: true })
    arrived = true
  }, [])

  return (
    <div ref={frame} className={classes.page} data-action={action ? true : undefined}>
      {breadcrumbs}
      <header className={classes.header}>
        <div className={classes.title}>
          <Title order={1} id="page-title" tabIndex={-1}>
            {title}
            {count !== undefined && (
              <Text span inherit c="dimmed" fw={400}>
                {' · '}
                {count.toLocaleString('it-IT', { useGrouping: 'always' } as Intl.NumberFormatOptions)}
              </Text>
            )}
          </Title>
          {chip}
          {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {action && <div className={classes.action}>{action}</div>}
      </header>
      {children}
    </div>
  )
}
