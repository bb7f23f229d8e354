import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Chip } from '../../ui/Chip.tsx'
import { Columns } from '../../ui/Columns.tsx'
import { Fields, type FormFields, type Inputs } from './Fields.tsx'
import classes from './FormSections.module.css'
import type { FormHandle } from './form-handle.ts'

export interface Section<P extends string> {
  title: string
  names: readonly P[]
  /** Content below the section's fields. */
  more?: ReactNode
}
interface FormSectionsProps<P extends string> {
  form: FormHandle
  of: FormFields<P>
  sections: readonly Section<P>[]
  inputs?: Inputs
}

/** The fields of a long form in sections. Links at the top lead to each section and count its errors. */
export function FormSections<P extends string>({ form, of, sections, inputs }: FormSectionsProps<P>) {
  const id = useId()
  const wrong = (names: readonly P[]) => names.filter((name) => name in form.errors).length
  return (
    <>
      <nav className={classes.ways} aria-label="Sezioni del modulo">
        {sections.map(({ title, names }, at) => (
          <a
            key={title}
            href={`#${id}-${at}`}
            onClick={(event) => {
              // The fragment would become part of the record's address and a step of the history.
              event.preventDefault()
              const place = document.getElementById(`${id}-${at}`)
              place?.scrollIntoView?.({ block: 'start' })
              place?.focus({ preventScroll: true })
            }}
          >
            {title}
            <Wrong count={wrong(names)} />
          </a>
        ))}
      </nav>
      {sections.map(({ title, names, more }, at) => (
        <section key={title} className={classes.section} aria-labelledby={`${id}-${at}`}>
          <Title order={2} id={`${id}-${at}`} tabIndex={-1} className={classes.title}>
            {title}
            <Wrong count={wrong(names)} />
          </Title>
          <Columns min="14rem">
            <Fields of={of} names={names} inputs={inputs} />
          </Columns>
          {more}
        </section>
      ))}
    </>
  )
}

const Wrong = ({ count }: { count: number }) =>
  count > 0 && (
    <Chip color="red" className={classes.wrong}>
      {count === 1 ? '1 errore' : `${count} errori`}
    </Chip>
  )
