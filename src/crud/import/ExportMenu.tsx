import { Menu, VisuallyHidden } from '@mantine/core'
import { cloneElement, useState } from 'react'
import { exportedLists, exporting, MAX_BROWSER_EXPORT_ROWS } from '../../contract/kernel/exporting.ts'
import { today } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useSend } from '../../lib/query.ts'
import { fileName } from '../../rules/shared/sheet-cells.ts'
import { type Opener, useFirstOpening } from '../../ui/use-first-opening.ts'
import { saveFile } from './download.ts'
import { followExport } from './follow-export.tsx'
import { allRows, csvOf, type ExportedList, xlsxOf } from './list-export.ts'

export interface ExportMenuProps extends ExportedList {
  target: Opener
}
const kinds = { csv: csvOf, xlsx: xlsxOf }

/** Offers the file formats, and shows the progress. */
export function ExportMenu({ target, ...exported }: ExportMenuProps) {
  const { button, opened, setOpened } = useFirstOpening()
  const [done, setDone] = useState<number>()
  const start = useSend(exporting.start)
  const list = exportedLists.find((name) => name === exported.source.name)
  /** Exports too large for the page are written by a job on the server, which knows no chosen rows. */
  async function inJob(format: keyof typeof kinds) {
    const { search, given, sort, columns } = exported
    const whole = Object.entries({ ...search, ...given, sort }).filter(
      (given): given is [string, string] => given[1] !== undefined && !given[0].endsWith('page'),
    )
    const job = await start
      .mutateAsync({ list: list!, format, search: Object.fromEntries(whole), columns: columns.map(({ heading }) => heading) })
      // The call itself shows its error.
      .catch(() => undefined)
    if (job) void followExport(job)
  }
  async function save(kind: keyof typeof kinds) {
    setDone(0)
    try {
      const rows = await allRows(exported, setDone, list && !exported.ids ? MAX_BROWSER_EXPORT_ROWS : undefined)
      if (!rows) return await inJob(kind)
      const [title] = document.title.split(' – ')
      saveFile(await kinds[kind](rows, exported.columns), fileName(title!, today(), kind))
      notify.success('Esportazione effettuata.')
    } catch (error) {
      notify.error((error as Error).message)
    } finally {
      setDone(undefined)
    }
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal opened={opened} onChange={setOpened}>
        <Menu.Target>{cloneElement(target, { ref: button, loading: done !== undefined })}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void save('xlsx')}>Excel (.xlsx)</Menu.Item>
          <Menu.Item onClick={() => void save('csv')}>CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{done !== undefined && `Esportazione in corso: ${done} %`}</VisuallyHidden>
    </>
  )
}
