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
  /** The imported records in words: "punti vendita". */
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

/** The sheet that was read or checked last, the corrections made since, and the calls that check it again and start the import. */
function useImport({ calls, onStarted }: Pick<ImportSheetProps, 'calls' | 'onStarted'>) {
  const [checked, setChecked] = useState<Checked>()
  const [state, setState] = useState<LineState>('errore')
  const [shown, setShown] = useState(SHOWN)
  /** Corrected cells by line and column, not checked yet. */
  const [fixes, setFixes] = useState<ReadonlyMap<number, Readonly<Record<number, string>>>>(new Map())
  const show = (next: LineState) => {
    setState(next)
    setShown(SHOWN)
  }
  const firstState = ({ lines }: Checked) => states.find((one) => lines.some((line) => line.state === one)) ?? 'errore'
  const showChecked = (next: Checked) => {
    setChecked(next)
    setFixes(new Map())
    if (!next.lines.some((line) => line.state === state)) show(firstState(next))
  }
  const read = useMutation({
    mutationFn: (file: File) => call(calls.read, { files: [file] } as never) as Promise<Checked>,
    onSuccess: (next) => {
      showChecked(next)
      show(firstState(next))
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
  useLeaveGuard(() => !!checked && !gone.current, { left: () => undefined, sessionEnd: () => undefined })
  const fixed = (line: CheckedLine): CheckedLine => ({
    ...line,
    cells: checked!.columns.map((_, at) => fixes.get(line.line)?.[at] ?? line.cells[at] ?? ''),
  })
  return {
    ...{ checked, state, show, shown, fixes, fixed },
    ...{ reading: read.isPending, checking: check.isPending, starting: start.isPending, problem: read.error ?? check.error },
    showMore: () => setShown(shown + SHOWN * 4),
    linesOf: (one: LineState) => checked?.lines.filter((line) => line.state === one) ?? [],
    fix: (line: number, column: number, text: string) => setFixes((old) => new Map(old).set(line, { ...old.get(line), [column]: text })),
    readFile(file: File | null) {
      check.reset()
      if (file) read.mutate(file)
    },
    checkAgain() {
      read.reset()
      check.mutate(sheetOf({ ...checked!, lines: checked!.lines.map(fixed) }, () => true))
    },
    start: () =>
      start.mutate(sheetOf(checked!, isDone) as never, {
        onSuccess: (job) => {
          gone.current = true
          onStarted(job as { id: number })
        },
      }),
  }
}
type Import = ReturnType<typeof useImport>

/**
 * Imports a sheet of records: template, file, comparison with the existing records, correction of errors in place, and the job that writes
 * the rest.
 */
export function ImportSheet({ calls, fields, what, onStarted }: ImportSheetProps) {
  const sheet = useImport({ calls, onStarted })
  const { checked, problem, reading } = sheet
  const busy = reading || sheet.checking || sheet.starting
  const template = useMutation({ mutationFn: () => download(calls.template, {}) })
  return (
    <Stack maw={1040}>
      <Group>
        <FileButton accept=".xlsx,.csv" onChange={sheet.readFile}>
          {(props) => (
            <Button {...props} leftSection={<IconUpload />} loading={reading} disabled={busy} variant={checked ? 'default' : 'filled'}>
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
      {checked && <CheckedSheet sheet={sheet} checked={checked} fields={fields} busy={busy} />}
    </Stack>
  )
}

interface CheckedSheetProps {
  sheet: Import
  checked: Checked
  fields: v.ObjectEntries
  busy: boolean
}
/** The lines of the sheet by their state, and what can be done with them. */
function CheckedSheet({ sheet, checked, fields, busy }: CheckedSheetProps) {
  const { state, shown, fixes, linesOf } = sheet
  const wrong = linesOf('errore')
  const ready = checked.lines.filter(isDone).length
  return (
    <>
      {!!checked.unknown.length && <Alert color="amber">Colonne non riconosciute, lasciate fuori: {checked.unknown.join(', ')}.</Alert>}
      <VisuallyHidden role="status">{states.map((one) => `${lineStates[one]}: ${linesOf(one).length}`).join(', ')}</VisuallyHidden>
      <SegmentedControl
        aria-label="Righe del foglio"
        value={state}
        onChange={(next) => sheet.show(next as LineState)}
        data={states.map((one) => ({ value: one, label: `${lineStates[one]} · ${count(linesOf(one).length)}` }))}
      />
      {!linesOf(state).length && <Text c="dimmed">Nessuna riga.</Text>}
      <Stack gap={0} component="ul" p={0} m={0}>
        {linesOf(state)
          .slice(0, shown)
          .map((line) => (
            <ImportLine
              key={line.line}
              line={line}
              columns={checked.columns}
              fields={fields}
              fixes={fixes.get(line.line) ?? {}}
              onFix={(at, text) => sheet.fix(line.line, at, text)}
            />
          ))}
      </Stack>
      {linesOf(state).length > shown && (
        <Button variant="subtle" onClick={sheet.showMore}>
          Mostra altre righe ({count(linesOf(state).length - shown)})
        </Button>
      )}
      <Group justify="flex-end">
        {!!wrong.length && (
          <Button variant="default" onClick={() => void saveWrong(checked.columns, wrong.map(sheet.fixed), fields)}>
            Scarica le righe con errori
          </Button>
        )}
        {fixes.size > 0 && (
          <Button variant="default" loading={sheet.checking} disabled={busy} onClick={sheet.checkAgain}>
            Ricontrolla
          </Button>
        )}
        <Button disabled={busy || ready === 0 || fixes.size > 0} loading={sheet.starting} onClick={sheet.start}>
          {ready === 1 ? 'Importa 1 riga' : `Importa ${count(ready)} righe`}
        </Button>
      </Group>
    </>
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
