import { Menu, VisuallyHidden } from '@mantine/core'
import { cloneElement, useState } from 'react'
import { today } from '../lib/format.ts'
import { notify } from '../lib/notify.ts'
import { saveFile } from './download.ts'
import { allRows, csvOf, type Exported, xlsxOf } from './list-export.ts'
import { type Opener, useFirstOpening } from './use-first-opening.ts'

export interface ExportMenuProps extends Exported {
  target: Opener
}
const kinds = { csv: csvOf, xlsx: xlsxOf }

/** The kinds of file, and how far one is. */
export function ExportMenu({ target, ...exported }: ExportMenuProps) {
  const { button, opened, setOpened } = useFirstOpening()
  const [done, setDone] = useState<number>()
  async function save(kind: keyof typeof kinds) {
    setDone(0)
    try {
      const rows = await allRows(exported, setDone)
      const [title] = document.title.split(' – ')
      saveFile(await kinds[kind](rows, exported.columns), `${title} ${today()}.${kind}`)
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
