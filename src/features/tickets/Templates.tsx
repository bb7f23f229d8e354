import { Button, Combobox, Text, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { hasWords } from '../../contract/kernel/fold.ts'
import { defaultMails } from '../../contract/tickets/default-mails.ts'
import type { Ticket } from '../../contract/tickets/tickets.ts'
import { query } from '../../lib/query.ts'
import { renderTemplate } from '../../rules/tickets/mail-template.ts'
import { templateValues, templateValuesOf } from './template-values.ts'
import classes from './tickets.module.css'

type Template = Output<typeof defaultMails.list>[number]
interface TemplatesProps {
  ticket: Ticket
  /** Called with the text, its variables replaced by this ticket's values. Variables without a value stay as `{{name}}`. */
  onText: (text: string) => void
}
/** Templates for manual use come first. */
const inOrder = (one: Template, other: Template) =>
  Number(other.event === 'manuale') - Number(one.event === 'manuale') || one.name.localeCompare(other.name, 'it')

/** Inserts a template, found by name and words. Arrows and Enter choose, Esc closes the list. */
export function Templates({ ticket, onText }: TemplatesProps) {
  const [asked, setAsked] = useState('')
  const store = useCombobox({
    onDropdownOpen: () => {
      void refetch()
      store.focusSearchInput()
      store.updateSelectedOptionIndex('active')
    },
    onDropdownClose: () => {
      setAsked('')
      store.resetSelectedOption()
    },
  })
  const { data, isError, refetch } = useQuery({ ...query(defaultMails.list, { active: true }), enabled: store.dropdownOpened })
  const { data: values = {} } = useQuery({ ...templateValues(ticket), enabled: store.dropdownOpened })
  // A macro is carried out whole, from the menu of the ticket.
  const texts = data?.filter(({ event }) => event !== 'macro')
  const found = (texts ?? []).filter(({ name, subject, body }) => hasWords(`${name} ${subject} ${body}`, asked)).toSorted(inOrder)
  async function choose(id: string) {
    const one = found.find((other) => String(other.id) === id)
    store.closeDropdown()
    if (one) onText(renderTemplate(one.body, await templateValuesOf(ticket)))
  }
  return (
    <Combobox
      store={store}
      onOptionSubmit={(id) => void choose(id)}
      width={320}
      position="top-start"
      middlewares={{ flip: true, shift: true }}
      withinPortal
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button variant="default" aria-haspopup="listbox" aria-expanded={store.dropdownOpened} onClick={() => store.toggleDropdown()}>
          Modello
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Cerca un modello"
          placeholder="Cerca un modello"
          value={asked}
          onChange={(event) => {
            setAsked(event.currentTarget.value)
            store.updateSelectedOptionIndex()
          }}
        />
        <Combobox.Options className={classes.templates} aria-label="Modelli" tabIndex={0}>
          {found.map(({ id, name, body }) => (
            <Combobox.Option key={id} value={String(id)}>
              <Text span fw={500}>
                {name}
              </Text>
              <Text size="sm" c="dimmed" truncate>
                {renderTemplate(body, values)}
              </Text>
            </Combobox.Option>
          ))}
          {!found.length && (
            <Combobox.Empty>
              {data
                ? texts?.length
                  ? 'Nessun risultato'
                  : 'Nessun modello attivo.'
                : isError
                  ? 'Errore nel caricamento.'
                  : 'Caricamento in corso'}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
