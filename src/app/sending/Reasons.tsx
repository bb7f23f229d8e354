import { List } from '@mantine/core'
import { fieldMessages } from '../../contract/kernel/error-messages.ts'
import { placeOfLane, useOfflineKind } from '../../outbox/kind.ts'
import type { Listed } from '../../outbox/read.ts'
import { draftKeyOf } from '../../outbox/rows.ts'
import { LinkAnchor } from '../../ui/links.tsx'

/** The office's objections, each linked to the place it is about. */
export function Reasons({ item }: { item: Listed }) {
  const kind = useOfflineKind(item.lane)
  return (
    <List listStyleType="none" spacing="xs">
      {Object.entries(fieldMessages(item.lastError?.body)).map(([field, words]) => (
        <List.Item key={field}>
          {kind ? (
            <LinkAnchor {...kind.repair(placeOfLane(draftKeyOf(item)), field)} underline="always">
              {words}
            </LinkAnchor>
          ) : (
            words
          )}
        </List.Item>
      ))}
    </List>
  )
}
