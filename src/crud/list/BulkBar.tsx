import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { bulk } from '../../contract/kernel/bulk.ts'
import type { BulkAction } from '../../contract/kernel/bulk-actions.ts'
import { rowWords } from '../../contract/kernel/row-words.ts'
import { call } from '../../lib/api.ts'
import { count } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconX } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { ExportButton } from '../import/ExportButton.tsx'
import type { ExportMenuProps } from '../import/ExportMenu.tsx'
import classes from './BulkBar.module.css'
import type { Filters } from './filters.tsx'
import type { ListEndpoint } from './list-search.ts'
import type { Selection } from './use-selection.ts'
import { useShortcut } from './use-shortcut.ts'

const BulkForm = part(() => import('./BulkForm.tsx').then((m) => m.BulkForm))

const NOT_FORESEEN = 'Non è stato possibile calcolare che cosa cambierà.'

interface BulkBarProps {
  source: ListEndpoint
  /** The filters that "all" refers to. */
  search: object
  selection: Selection
  /** Number of rows the filters find, as far as they were counted; `more`: there are others. */
  total: number
  more: boolean | undefined
  filters: Filters<any>
  /** How the chosen rows are written to a file. */
  exported: Pick<ExportMenuProps, 'sort' | 'columns'>
  /** Called with the job that was started. */
  onStart: (job: number) => void
}

/** Below the rows while some are ticked, at the foot of the window: acts on them, or on everything the filters find. */
export function BulkBar({ source, search, selection, total, more, filters, exported, onStart }: BulkBarProps) {
  const { ids, all, actions, chooseAll, clear } = selection
  const [asked, setAsked] = useState<[string, BulkAction]>()
  const can = useCan()
  const phone = usePhone()
  const confirm = useConfirm()
  const { mutate, isPending, error } = useSend(bulk.start, ({ hasFields }) => hasFields)
  useShortcut('clear', clear)
  const size = all ? total : ids.size
  const found = more ? `risultati (oltre ${count(total)})` : `${count(total)} risultati`
  const rows = all ? `tutti i ${found}` : howMany(size, ...rowWords(source.resource))
  const whatOf = ({ label, of }: BulkAction) => [label, of, rows].filter(Boolean).join(' ')
  const inputOf = (action: string, values: object = {}) => {
    const { page: _, per_page: __, ...filter } = search as Record<string, unknown>
    const what = all ? { all: true } : { ids: [...ids].map(Number) }
    return { list: source.name, action, search: JSON.parse(JSON.stringify(filter)), values: values as never, ...what }
  }
  const start = (action: string, values: object = {}) => {
    mutate(inputOf(action, values), {
      onSuccess: ({ id }) => {
        setAsked(undefined)
        clear()
        onStart(id)
      },
    })
  }
  const figures = async (action: string, values?: object) => {
    const { text } = await call(bulk.preview, inputOf(action, values)).catch(() => ({ text: NOT_FORESEEN }))
    return text ?? ''
  }
  const ask = async (name: string, action: BulkAction) => {
    if (action.values) return setAsked([name, action])
    const told = action.preview ? await figures(name) : ''
    const what = whatOf(action)
    const question = {
      ...{ title: action.label, confirm: action.label, danger: !!action.danger },
      message: `${what}? ${told && `${told} `}Quello che non si può fare è detto riga per riga, e l’operazione si può annullare.`,
    }
    if (await confirm(question)) start(name)
  }
  return (
    <Group gap="xs" className={classes.bar} role="group" aria-label="Righe selezionate">
      <Text role="status" fw={500}>
        {all ? `Selezione: tutti i ${found}` : size === 1 ? 'Una riga selezionata' : `${count(size)} righe selezionate`}
      </Text>
      {!all && size < total && (
        <Button variant="subtle" onClick={chooseAll}>
          Seleziona tutti i {found}
        </Button>
      )}
      <Group gap="xs" className={classes.end}>
        {actions.map(([name, action]) => (
          <Button
            key={name}
            variant={action.danger ? 'outline' : 'default'}
            color={action.danger ? 'red' : undefined}
            loading={isPending}
            onClick={() => void ask(name, action)}
          >
            {action.label}
          </Button>
        ))}
        {!phone && can(source.exports ?? source.policy) && (
          <ExportButton {...{ source, search, ...exported }} given={undefined} ids={all ? undefined : ids} />
        )}
        <ActionIcon variant="subtle" size="input-sm" aria-label="Annulla la selezione" title="Annulla la selezione (Esc)" onClick={clear}>
          <IconX size={18} />
        </ActionIcon>
      </Group>
      {asked && (
        <BulkForm
          action={asked[1]}
          what={whatOf(asked[1])}
          filters={filters}
          busy={isPending}
          refused={error?.fields}
          figures={(values) => figures(asked[0], values)}
          onSubmit={(values) => start(asked[0], values)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Group>
  )
}
