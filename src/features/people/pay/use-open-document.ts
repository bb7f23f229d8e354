import { useMutation, useQueryClient } from '@tanstack/react-query'
import { download } from '../../../crud/import/download.ts'
import { useSend } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { IconArrowBackUp } from '../../../ui/icons.tsx'
import { usePayArea } from './pay-area.ts'

/** Downloads a document; the list then says that it was opened. */
export function useOpenDocument() {
  const { calls } = usePayArea()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: number }) => download(calls.get, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: [calls.list.resource] }),
  })
}

/** "Ritira": takes one published document back, after a question. */
export function useRetract() {
  const { calls } = usePayArea()
  const { mutate } = useSend(calls.retract)
  const confirm = useConfirm()
  return (id: number, name: string | undefined, seen: boolean) => ({
    label: 'Ritira',
    icon: IconArrowBackUp,
    danger: true,
    onSelect: async () => {
      const already = seen ? ' È già stato scaricato da chi lo ha ricevuto.' : ''
      const message = `Il documento di ${name ?? '–'} non si vedrà più, e il suo avviso viene tolto.${already} Gli altri documenti restano pubblicati.`
      if (await confirm({ title: 'Ritira il documento', message, confirm: 'Ritira', cancel: 'Chiudi', danger: true })) mutate({ id })
    },
  })
}
