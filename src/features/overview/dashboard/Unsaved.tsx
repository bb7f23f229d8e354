import { ActionIcon, Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useState } from 'react'
import { type Draft, formDraft, openDrafts } from '../../../crud/form/form-draft.ts'
import { sameValue } from '../../../crud/form/merge.ts'
import { dayTime } from '../../../lib/format.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { IconTrash } from '../../../ui/icons.tsx'

/** The first words that were changed: they tell two drafts of one page apart. */
const words = ({ values, base }: Draft) =>
  Object.entries(values).find(([key, value]) => typeof value === 'string' && value.trim() && !sameValue(value, base[key]))?.[1] as
    | string
    | undefined

/** Work begun on this device and neither saved nor given up, as after a closed window or an ended session. */
export function Unsaved({ user }: { user: number }) {
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const confirm = useConfirm()
  const navigate = useNavigate()
  useEffect(() => {
    // A device that keeps nothing has none.
    void openDrafts(user).then(setDrafts, () => undefined)
  }, [user])
  function follow(event: MouseEvent, { href }: Draft) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate({ href: href! })
  }
  async function discard({ key }: Draft) {
    const message = 'Quello che avevi scritto e non salvato va perso.'
    if (!(await confirm({ title: 'Elimina la bozza', message, confirm: 'Elimina', danger: true }))) return
    await formDraft(user, key).clear()
    setDrafts(await openDrafts(user))
  }
  if (!drafts.length) return null
  return (
    <section aria-labelledby="unsaved">
      <Title order={2} id="unsaved" mb="xs">
        Da riprendere
      </Title>
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {drafts.map((draft) => (
          <Group key={draft.key} component="li" wrap="nowrap" gap="xs">
            <Anchor href={draft.href} fw={500} onClick={(event) => follow(event, draft)}>
              {draft.title}
            </Anchor>
            <Text size="sm" truncate="end" flex={1}>
              {words(draft)}
            </Text>
            <Text size="sm" c="dimmed">
              bozza del {dayTime(new Date(draft.at).toISOString())}
            </Text>
            <ActionIcon variant="subtle" color="gray" aria-label={`Elimina la bozza: ${draft.title}`} onClick={() => void discard(draft)}>
              <IconTrash />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </section>
  )
}
