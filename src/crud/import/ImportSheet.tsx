import { Alert, Button, FileButton, Group, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type * as v from 'valibot'
import { type Checked, type CheckedLine, type LineState, lineStates } from '../../contract/kernel/importing.ts'
import { labelOf } from '../../contract/kernel/valibot-it.ts'
import { count } from '../../lib/format.ts'
import { IconDownload, IconUpload } from '../../ui/icons.tsx'
import { AssignColumns } from './AssignColumns.tsx'
import { download, saveFile } from './download.ts'
import { ImportLine } from './ImportLine.tsx'
import { type Import, type ImportCalls, isDone, states, useImport } from './use-import.ts'

interface ImportSheetProps extends ImportCalls {
  fields: v.ObjectEntries
  /** The imported records in words: "punti vendita". */
  what: string
}

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
          Un foglio .xlsx o .csv di {what}, con una riga per ogni elemento. Prima di scrivere vedi che cosa cambia: niente viene registrato
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
  const next = useRef<HTMLButtonElement>(null)
  // After the last correction the fields that had the focus are gone, and what comes next is the import.
  const settled = sheet.corrected && !busy && !wrong.length && ready > 0
  useEffect(() => {
    if (settled) next.current?.focus()
  }, [settled])
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (fixes.size && !busy) sheet.checkAgain()
      }}
    >
      {!!checked.notes.length && (
        <Alert color="blue">
          {checked.notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
        </Alert>
      )}
      <AssignColumns sheet={sheet} checked={checked} fields={fields} disabled={busy || !sheet.mayAssign} />
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
              onFix={(field, text) => sheet.fix(line.line, field, text)}
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
          <Button variant="default" onClick={() => void saveWrong(sheet.columns, wrong.map(sheet.fixed), fields)}>
            Scarica le righe con errori
          </Button>
        )}
        {fixes.size > 0 && (
          <Button type="submit" loading={sheet.checking} disabled={busy}>
            Ricontrolla
          </Button>
        )}
        <Button ref={next} disabled={busy || ready === 0 || fixes.size > 0} loading={sheet.starting} onClick={sheet.start}>
          {ready === 1 ? 'Importa 1 riga' : `Importa ${count(ready)} righe`}
        </Button>
      </Group>
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
