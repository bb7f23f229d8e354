import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { neighbourLink } from './Neighbours.tsx'
import { useOriginList } from './origin-list.ts'
import classes from './RecordFrame.module.css'

/** The list page the record was opened from, shown beside it on a tablet in landscape. */
export function ListPane({ title }: { title: string }) {
  const came = useOriginList()
  const here = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // Scrolls the pane only; the page stays where it is.
    const [one, pane] = [here.current, here.current?.closest('nav')]
    if (one && pane) pane.scrollTop = one.offsetTop - pane.clientHeight / 2
  }, [])
  return (
    came && (
      <nav aria-label={`Elenco: ${title}`} className={classes.pane}>
        {came.rows.map(({ name, title, current }) => (
          <Link
            key={name}
            {...neighbourLink(name)}
            ref={current ? here : undefined}
            className={classes.one}
            aria-current={current || undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
    )
  )
}
