import { useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { dialogSearch, useRecordDialog } from '../../crud/form/record-dialog.ts'
import { IN_PLACE, readSearch, useParameters } from '../../crud/list/list-search.ts'

export type ContactPart = 'categoria' | 'contenitore' | 'contatto'
const read = readSearch({ ...dialogSearch, parte: v.picklist(['categoria', 'contenitore', 'contatto']) })

/** The dialog of a category, a container or a contact, in the address. `da`: the record that a new one is put under. */
export function useContactDialog() {
  const { parte, da } = useParameters(read)
  const { subject } = useRecordDialog()
  const navigate = useNavigate()
  return {
    open: subject !== undefined && parte !== undefined,
    part: parte,
    subject,
    under: da,
    show: (part: ContactPart, modulo: 'nuovo' | number, under?: number) =>
      void navigate({
        to: '.',
        search: ((old: object) => ({ ...old, parte: part, modulo, da: under })) as never,
        ...IN_PLACE,
        state: ((old: object) => ({ ...old, dialog: true })) as never,
      }),
  }
}
