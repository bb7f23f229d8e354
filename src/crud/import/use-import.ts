import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Named } from '../../contract/kernel/endpoint.ts'
import { type Checked, type CheckedLine, type importing, type LineState, lineStates, type Sheet } from '../../contract/kernel/importing.ts'
import { call } from '../../lib/api.ts'
import { usePersonal } from '../../lib/personal.ts'
import { useSend } from '../../lib/query.ts'
import { useLeaveGuard } from '../form/use-leave-guard.ts'

type Calls = ReturnType<typeof importing<string>>
export interface ImportCalls {
  calls: { [K in keyof Calls]: Calls[K] & Named }
  onStarted: (job: { id: number }) => void
}
/** Lines shown at first; "Mostra altre righe" shows more. */
const SHOWN = 50
export const states = Object.keys(lineStates) as LineState[]
export const isDone = ({ state }: CheckedLine) => state === 'nuovo' || state === 'modificato'
const sheetOf = ({ columns, letters, lines }: Checked, wanted: (line: CheckedLine) => boolean): Sheet => ({
  columns,
  ...(letters && { letters }),
  lines: lines.filter(wanted).map(({ line, cells }) => ({ line, cells })),
})
/** The lines with errors and why, which the job names as left out. */
const leftOf = ({ lines }: Checked) =>
  lines
    .filter(({ state }) => state === 'errore')
    .map(({ line, cells, errors }) => ({ line, cells, reason: Object.values(errors).join(' ') }))
const firstState = ({ lines }: Checked) => states.find((one) => lines.some((line) => line.state === one)) ?? 'errore'
/** Corrected cells of a line by field, not checked yet. */
export type Fixes = Readonly<Record<string, string>>

/** The lines of a sheet that are shown: of one state, and not all at once. */
function useShownLines(checked: Checked | undefined) {
  const [state, setState] = useState<LineState>('errore')
  const [shown, setShown] = useState(SHOWN)
  return {
    ...{ state, shown },
    show(next: LineState) {
      setState(next)
      setShown(SHOWN)
    },
    showMore: () => setShown(shown + SHOWN * 4),
    linesOf: (one: LineState) => checked?.lines.filter((line) => line.state === one) ?? [],
  }
}
/** The corrections of a sheet, which may need columns that it has not. */
function useFixes(checked: Checked | undefined) {
  const [fixes, setFixes] = useState<ReadonlyMap<number, Fixes>>(new Map())
  const named = [...fixes.values()].flatMap((fix) => Object.keys(fix))
  const columns = [...new Set([...(checked?.columns ?? []), ...named])]
  return {
    ...{ fixes, columns },
    forget: () => setFixes(new Map()),
    fix: (line: number, field: string, text: string) => setFixes((old) => new Map(old).set(line, { ...old.get(line), [field]: text })),
    fixed: (line: CheckedLine): CheckedLine => ({
      ...line,
      cells: columns.map((name, at) => fixes.get(line.line)?.[name] ?? line.cells[at] ?? ''),
    }),
  }
}

/** The sheet that was read or checked last, the corrections made since, and the calls that check it again and start the import. */
export function useImport({ calls, onStarted }: ImportCalls) {
  const [checked, setChecked] = useState<Checked>()
  const lines = useShownLines(checked)
  const corrections = useFixes(checked)
  /** Fields by heading, as this person has assigned them on this device. */
  const [known, remember] = usePersonal<Record<string, string>>(`import-${calls.start.path}`, {})
  const file = useRef<File>(undefined)
  const showChecked = (next: Checked) => {
    setChecked(next)
    corrections.forget()
    if (!next.lines.some((line) => line.state === lines.state)) lines.show(firstState(next))
  }
  const read = useMutation({
    mutationFn: (given: { file: File; fields: Record<string, string> }) => {
      const assigned = Object.entries(given.fields).map(([heading, field]) => ({ heading, field }))
      return call(calls.read, { files: [given.file], assigned } as never) as Promise<Checked>
    },
    onSuccess: (next) => {
      showChecked(next)
      lines.show(firstState(next))
    },
    meta: { quiet: () => true },
  })
  const check = useMutation({
    mutationFn: (sheet: Sheet) => call(calls.check, sheet as never) as Promise<Checked>,
    onSuccess: (next) => showChecked({ ...next, unknown: checked?.unknown ?? [], notes: checked?.notes ?? [] }),
    meta: { quiet: () => true },
  })
  const start = useSend(calls.start)
  /** The import was started: leaving loses nothing now. */
  const gone = useRef(false)
  useLeaveGuard(() => !!checked && !gone.current, { left: () => undefined, sessionEnd: () => undefined })
  return {
    ...lines,
    ...corrections,
    ...{ checked, known },
    ...{ reading: read.isPending, checking: check.isPending, starting: start.isPending, problem: read.error ?? check.error },
    /** True once corrections were checked. */
    corrected: check.isSuccess,
    /** False once lines were corrected: the file would be read again without the corrections. */
    mayAssign: !check.isSuccess && corrections.fixes.size === 0,
    readFile(next: File | null) {
      check.reset()
      if (!next) return
      file.current = next
      read.mutate({ file: next, fields: known })
    },
    assign(heading: string, field: string | null) {
      const { [heading]: _, ...others } = known
      const fields = field ? { ...others, [heading]: field } : others
      remember(fields)
      if (file.current) read.mutate({ file: file.current, fields })
    },
    checkAgain() {
      read.reset()
      const { columns, letters } = { ...checked!, columns: corrections.columns }
      check.mutate(sheetOf({ ...checked!, columns, lines: checked!.lines.map(corrections.fixed), ...(letters && { letters }) }, () => true))
    },
    start() {
      const left = leftOf(checked!)
      start.mutate({ ...sheetOf(checked!, isDone), ...(left.length && { left }) } as never, {
        onSuccess: (job) => {
          gone.current = true
          onStarted(job as { id: number })
        },
      })
    },
  }
}
export type Import = ReturnType<typeof useImport>
