import { List } from '@mantine/core'
import { fieldWords } from '../../contract/error-words.ts'
import { placeOf } from '../../contract/inspection-place.ts'
import type { Listed } from '../../outbox/read.ts'
import { LinkAnchor } from '../../ui/links.tsx'

/** What the office found wrong, each sentence leading to the question it is about. */
export function Reasons({ item: { entity, lastError } }: { item: Listed }) {
  return (
    <List listStyleType="none" spacing="xs">
      {Object.entries(fieldWords(lastError?.body)).map(([field, words]) => (
        <List.Item key={field}>
          <LinkAnchor to="/verifiche/$id" params={{ id: entity }} search={{ q: placeOf(field) }} underline="always">
            {words}
          </LinkAnchor>
        </List.Item>
      ))}
    </List>
  )
}
