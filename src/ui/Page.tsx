import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Page.module.css'
import { usePageTitle } from './use-page-title.ts'

interface PageProps {
  title: string
  /** How many there are, beside the title: `Clienti tessere · 312.480`. */
  count?: number
  /** The one main action: right of the title on a desk, fixed within the thumb's arc on a phone. */
  action?: ReactNode
  breadcrumbs?: ReactNode
  /** Beside the title: the state of what the page is about. */
  chip?: ReactNode
  /** Under the title: what else tells it from others. */
  subtitle?: ReactNode
  children: ReactNode
}

/** Whether a screen was here before: where the app opens, the browser begins at the top by itself. */
let arrived = false

/** The frame of every screen. Its heading takes the focus after a change of page (`#page-title`), so that a screen reader says where one is. */
export function Page({ title, count, action, breadcrumbs, chip, subtitle, children }: PageProps) {
  usePageTitle(title)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { activeElement: at } = document
    // What is in the page, or in a dialog over it, has been given the focus on purpose: the row one comes back to.
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
