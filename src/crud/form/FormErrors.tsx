import { Alert, Anchor, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '../../ui/icons.tsx'
import type { FormHandle } from './form-handle.ts'

/** Summary after a refused save: each wrong field as a link to it, and what the server refused apart from fields. */
export function FormErrors({ form: { id, errors, refused, failures, show } }: { form: FormHandle }) {
  const wrong = Object.entries(errors)
  if (!failures || (!wrong.length && !refused.length)) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle />} role="alert" tabIndex={-1}>
      {refused.map((message) => (
        <Text key={message}>{message}</Text>
      ))}
      {wrong.length > 0 && (
        <>
          <Text>Correggi i campi segnalati:</Text>
          <List>
            {wrong.map(([path, message]) => (
              <List.Item key={path}>
                <Anchor
                  href={`#${id}-${path}`}
                  onClick={(event) => {
                    event.preventDefault()
                    show?.(path)
                    document.getElementById(`${id}-${path}`)?.focus()
                  }}
                >
                  {message}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}
