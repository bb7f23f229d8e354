import type { Endpoint, Input, Named } from '../../contract/kernel/endpoint.ts'
import { useSend } from '../../lib/query.ts'
import { deleteQuestion, useConfirm } from '../../ui/confirm.tsx'

/**
 * `const remove = useDelete(banks.remove, 'la banca')`, then `remove({ id }, bank.name)`: asks for confirmation and deletes. True if
 * deleted; the notification shows a refusal.
 */
export function useDelete<E extends Endpoint & Named & { method: 'DELETE' }>(endpoint: E, thing: string, after?: string) {
  const confirm = useConfirm()
  const { mutateAsync } = useSend(endpoint)
  return async (input: Input<E>, name: string): Promise<boolean> => {
    if (!(await confirm(deleteQuestion(thing, name, after)))) return false
    return mutateAsync(input).then(
      () => true,
      () => false,
    )
  }
}
