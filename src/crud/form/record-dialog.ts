import { useNavigate, useRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { wholeNumber } from '../../contract/kernel/crud.ts'
import { IN_PLACE, readSearch, useParameters } from '../list/list-search.ts'

type Subject = 'nuovo' | number
/**
 * Parameters for `listSearch`: the record that the dialog edits, and the one a new record is copied from (`da`). Back closes the dialog, a
 * reload opens it again with its draft.
 */
export const dialogSearch = { modulo: v.union([v.literal('nuovo'), wholeNumber(1)]), da: wholeNumber(1) }
const read = readSearch(dialogSearch)

/** Opens and closes the page's record dialog: `show('nuovo')`, `show(bank.id)`, `show('nuovo', bank.id)` for a copy. */
export function useRecordDialog() {
  const { modulo, da } = useParameters(read)
  const navigate = useNavigate()
  const router = useRouter()
  const go = (subject: Subject | undefined, step: object, from?: number) =>
    void navigate({ to: '.', search: ((old: object) => ({ ...old, modulo: subject, da: from })) as any, ...IN_PLACE, ...step })
  return {
    subject: modulo,
    from: da,
    show: (subject: Subject, from?: number) => go(subject, { state: (old: object) => ({ ...old, dialog: true }) }, from),
    /** If the dialog was opened from this page, closing it goes back, so that no step is left in the history. */
    close: () => {
      if ((router.state.location.state as { dialog?: boolean }).dialog) router.history.back()
      else go(undefined, { replace: true })
    },
  }
}
