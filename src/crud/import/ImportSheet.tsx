import { Alert, Button, FileButton, Group, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type * as v from 'valibot'
import type { Named } from '../../contract/kernel/endpoint.ts'
import { type Checked, type CheckedLine, type importing, type LineState, lineStates, type Sheet } from '../../contract/kernel/importing.ts'
import { labelOf } from '../../contract/kernel/valibot-it.ts'
import { call } from '../../lib/api.ts'
import { count } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { IconDownload, IconUpload } from '../../ui/icons.tsx'
import { useLeaveGuard } from '../form/use-leave-guard.ts'
import { download, saveFile } from './download.ts'
import { ImportLine } from './ImportLine.tsx'

type Calls = ReturnType<typeof importing<string>>
interface ImportSheetProps {
  calls: { [K in keyof Calls]: Calls[K] & Named }
  fields: v.ObjectEntries
  /** What is imported: "punti vendita". */
  what: string
  onStarted: (job: { id: number }) => void
}
/** Lines shown at first; "Mostra altre righe" shows more. */
const SHOWN = 50
const states = Object.keys(lineStates) as LineState[]
const sheetOf = ({ columns, lines }: Checked, wanted: (line: CheckedLine) => boolean): Sheet => ({
  columns,
  lines: lines.filter(wanted).map(({ line, cells }) => ({ line, cells })),
})
const isDone = ({ state }: CheckedLine) => state === 'nuovo' || state === 'modificato'

/**
 * Imports a sheet of records: template, file, comparison with the existing records, correction of errors in place, and the job that writes
 * the rest.
 */
export function ImportSheet({ calls, fields, what, onStarted }: ImportSheetProps) {
  const [checked, setChecked] = useState<Checked>()
  const [state, setState] = useState<LineState>('errore')
  const [shown, setShown] = useState(SHOWN)
  /** Corrected cells by line and column, not checked yet. */
  const [fixes, setFixes] = useState<ReadonlyMap<number, Readonly<Record<number, string>>>>(new Map())
  const show = (next: LineState) => {
    setState(next)
    setShown(SHOWN)
  }
  const showChecked = (next: Checked) => {
    setChecked(next)
    setFixes(new Map())
    const some = states.find((one) => next.lines.some((line) => line.state === one))
    if (!next.lines.some((line) => line.state === state)) show(some ?? 'errore')
  }
  const read = useMutation({
    mutationFn: (file: File) => call(calls.read, { files: [file] } as never) as Promise<Checked>,
    onSuccess: (next) => {
      showChecked(next)
      show(states.find((one) => next.lines.some((line) => line.state === one)) ?? 'errore')
    },
    meta: { quiet: () => true },
  })
  const check = useMutation({
    mutationFn: (sheet: Sheet) => call(calls.check, sheet as never) as Promise<Checked>,
    onSuccess: (next) => showChecked({ ...next, unknown: checked?.unknown ?? [] }),
    meta: { quiet: () => true },
  })
  const start = useSend(calls.start)
  /** The import was started: leaving loses nothing now. */
  const gone = useRef(false)
  const template = useMutation({ mutationFn: () => download(calls.template, {}) })
  const busy = read.isPending || check.isPending || start.isPending
  useLeaveGuard(() => !!checked && !gone.current, { left: () => undefined, sessionEnd: () => undefined })
  const of = (one: LineState) => checked?.lines.filter((line) => line.state === one) ?? []
  const ready = checked?.lines.filter(isDone).length ?? 0
  const problem = read.error ?? check.error
  const fixed = (line: CheckedLine): CheckedLine => ({
    ...line,
    cells: checked!.columns.map((_, at) => fixes.get(line.line)?.[at] ?? line.cells[at] ?? ''),
  })
  const choose = (file: File | null) => {
    check.reset()
    if (file) read.mutate(file)
  }
  const again = () => {
    read.reset()
    check.mutate(sheetOf({ ...checked!, lines: checked!.lines.map(fixed) }, () => true))
  }
  const wrong = of('errore')
  return (
    <Stack maw={1040}>
      <Group>
        <FileButton accept=".xlsx,.csv" onChange={choose}>
          {(props) => (
            <Button
              {...props}
              leftSection={<IconUpload />}
              loading={read.isPending}
              disabled={busy}
              variant={checked ? 'default' : 'filled'}
            >
              {checked ? 'Scegli un altro file' : 'Scegli il file'}
            </Button>
          )}
        </FileButton>
        <Button variant="default" leftSection={<IconDownload />} loading={template.isPending} onClick={() => template.mutate()}>
          Scarica il modello
        </Button>
      </Group>
      {!checked && (
        <Text c="dimmed">
          Un foglio .xlsx o .csv con una riga per ciascuno dei {what}. Prima di scrivere vedi che cosa cambia: niente viene registrato
          finché non lo confermi.
        </Text>
      )}
      {problem && (
        <Alert color="red" role="alert">
          {problem.message}
        </Alert>
      )}
      {checked && (
        <>
          {!!checked.unknown.length && <Alert color="amber">Colonne non riconosciute, lasciate fuori: {checked.unknown.join(', ')}.</Alert>}
          <VisuallyHidden role="status">{states.map((one) => `${lineStates[one]}: ${of(one).length}`).join(', ')}</VisuallyHidden>
          <SegmentedControl
            aria-label="Righe del foglio"
            value={state}
            onChange={(next) => show(next as LineState)}
            data={states.map((one) => ({ value: one, label: `${lineStates[one]} · ${count(of(one).length)}` }))}
          />
          {!of(state).length && <Text c="dimmed">Nessuna riga.</Text>}
          <Stack gap={0} component="ul" p={0} m={0}>
            {of(state)
              .slice(0, shown)
              .map((line) => (
                <ImportLine
                  key={line.line}
                  line={line}
                  columns={checked.columns}
                  fields={fields}
                  fixes={fixes.get(line.line) ?? {}}
                  onFix={(at, text) => setFixes((old) => new Map(old).set(line.line, { ...old.get(line.line), [at]: text }))}
                />
              ))}
          </Stack>
          {of(state).length > shown && (
            <Button variant="subtle" onClick={() => setShown(shown + SHOWN * 4)}>
              Mostra altre righe ({count(of(state).length - shown)})
            </Button>
          )}
          <Group justify="flex-end">
            {!!wrong.length && (
              <Button variant="default" onClick={() => void saveWrong(checked.columns, wrong.map(fixed), fields)}>
                Scarica le righe con errori
              </Button>
            )}
            {fixes.size > 0 && (
              <Button variant="default" loading={check.isPending} disabled={busy} onClick={again}>
                Ricontrolla
              </Button>
            )}
            <Button
              disabled={busy || ready === 0 || fixes.size > 0}
              loading={start.isPending}
              onClick={() =>
                start.mutate(sheetOf(checked, isDone) as never, {
                  onSuccess: (job) => {
                    gone.current = true
                    onStarted(job as { id: number })
                  },
                })
              }
            >
              {ready === 1 ? 'Importa 1 riga' : `Importa ${count(ready)} righe`}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}

/** Saves the lines left out, to be corrected in the spreadsheet and imported again: its headings are those of the template. */
async function saveWrong(columns: readonly string[], lines: readonly CheckedLine[], fields: v.ObjectEntries) {
  const { xlsxOf } = await import('./list-export.ts')
  const label = (name: string) => labelOf(fields[name] as v.GenericSchema)!
  const rows = lines.map((line) => ({ ...line, id: line.line }))
  const shown = columns.map((name, at) => ({ heading: label(name), show: (line: CheckedLine) => line.cells[at] ?? '' }))
  const errors = { heading: 'Errori', wide: true as const, show: (line: CheckedLine) => Object.values(line.errors).join(' ') }
  saveFile(await xlsxOf(rows, [...shown, errors] as never), 'righe-con-errori.xlsx')
}
