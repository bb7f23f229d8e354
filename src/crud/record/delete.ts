import type { Endpoint, Input, Named } from '../../contract/kernel/endpoint.ts'
import { useSend } from '../../lib/query.ts'
import { deleteQuestion, useConfirm } from '../../ui/confirm.tsx'

/**
 * `const remove = useDelete(banks.remove, 'la banca')`, then `remove({ id }, bank.name)`: asks with the documented words (domain.md 6.0) and
 * deletes on yes. True when it is gone; a refusal is told by the notification.
 */
export function useDelete<E extends Endpoint & Named & { method: 'DELETE' }>(endpoint: E, thing: string) {
  const confirm = useConfirm()
  const { mutateAsync } = useSend(endpoint)
  return async (input: Input<E>, name: string): Promise<boolean> => {
    if (!(await confirm(deleteQuestion(thing, name)))) return false
    return mutateAsync(input).then(
      () => true,
      () => false,
    )
  }
}
