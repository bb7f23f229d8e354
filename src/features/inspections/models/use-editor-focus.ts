import { type RefObject, useEffect, useRef } from 'react'
import type { ModelStatus } from '../../../contract/inspections/models.ts'
import type { ModelForm } from './model-form.ts'

/**
 * After a refused save: shows the model's own fields if the fault is there, and moves the focus to the first wrong input.
 * @param seeking true from the refusal until an input was found
 */
export function useFailureFocus({ failures, errors }: ModelForm['form'], seeking: RefObject<boolean>, showModel: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a save was refused for one of the model's own fields
  useEffect(() => {
    if (failures && Object.keys(errors).length) showModel()
  }, [failures])
  useEffect(() => {
    const input = seeking.current && document.querySelector<HTMLElement>('form [aria-invalid="true"]')
    if (!input) return
    seeking.current = false
    input.focus()
  })
}

/** The button that changed the status is gone with it, so the focus moves to the title. */
export function useFocusAfterStatus(status: ModelStatus) {
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== status && document.activeElement === document.body) document.getElementById('page-title')?.focus()
    before.current = status
  }, [status])
}
