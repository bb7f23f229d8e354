import type { KeyboardEvent } from 'react'
import { presses } from '../../crud/list/shortcuts.ts'

/** For what holds the matrix: Enter or F2 on a cell begins to edit it, before the keys of the rows are looked at. */
export function editByKey(event: KeyboardEvent<HTMLElement>) {
  if (!presses('edit', event)) return
  const target = event.target as HTMLElement
  if (target.tagName !== 'TD') return
  const button = target.querySelector<HTMLButtonElement>('button[data-cell]')
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  button.click()
}
