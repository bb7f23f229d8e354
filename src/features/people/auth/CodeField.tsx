import { TextInput, type TextInputProps } from '@mantine/core'
import { SECOND_FACTOR } from '../../../contract/kernel/auth.ts'
import { ApiError } from '../../../lib/api-error.ts'

/** The question of a sign-in whose password was right: the sentence about a wrong code, or none. Undefined for any other failure. */
export const codeAsked = (error: unknown): { wrong?: string } | undefined =>
  error instanceof ApiError && error.code === SECOND_FACTOR ? { ...(error.fields.code && { wrong: error.fields.code }) } : undefined

/** The second step of a sign-in. */
export const CodeField = (props: TextInputProps) => (
  <TextInput
    label="Codice di verifica"
    description="Le sei cifre dell’app di autenticazione, o un codice di recupero."
    autoComplete="one-time-code"
    autoFocus
    {...props}
  />
)
