import type { KeyboardEvent } from 'react'

/** For what holds the matrix: Enter or F2 on a cell begins to edit it, before the keys of the rows are looked at. */
export function editByKey(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' && event.key !== 'F2') return
  const target = event.target as HTMLElement
  if (target.tagName !== 'TD') return
  const button = target.querySelector<HTMLButtonElement>('button[data-hours]')
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  button.click()
}
