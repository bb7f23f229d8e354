import { useState } from 'react'
import type { ApiError } from './api-error.ts'

/** What a refusal says of each field, until something else is entered there: the server has not seen that. */
export function useRefused(error: ApiError | null) {
  const [entered, setEntered] = useState<{ after: ApiError | null; names: readonly string[] }>({ after: null, names: [] })
  const names = entered.after === error ? entered.names : []
  return {
    refused: Object.fromEntries(Object.entries(error?.fields ?? {}).filter(([name]) => !names.includes(name))) as Readonly<
      Record<string, string>
    >,
    enter: (...more: readonly string[]) => setEntered({ after: error, names: [...names, ...more] }),
  }
}
