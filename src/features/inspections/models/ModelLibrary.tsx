import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inspectionModels } from '../../../contract/inspections/models.ts'
import { query, useSend } from '../../../lib/query.ts'
import { howMany } from '../../../rules/shared/how-many.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { usePhone } from '../../../ui/use-phone.ts'

/** The ready models (docs/spec/inspections.md#ready-models), to make one's own of. */
export function ModelLibrary({ onClose }: { onClose: () => void }) {
  const phone = usePhone()
  const { data, isError, refetch } = useQuery(query(inspectionModels.library, {}))
  const { mutate, isPending, variables } = useSend(inspectionModels.importReady)
  return (
    <Dialog opened onClose={onClose} title="Modelli pronti" size="lg" fullScreen={phone}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!data && !isError && <LoadingRows rows={5} />}
      <Stack gap="sm">
        {data?.map(({ code, name, description, minutes, categories, questions, model_id }) => (
          <Card key={code} withBorder component="article" aria-label={name}>
            <Stack gap="xs">
              <Title order={3}>{name}</Title>
              <Text>{description}</Text>
              <Text size="sm" c="dimmed">
                {code} · {howMany(categories, 'sezione', 'sezioni')} · {howMany(questions, 'domanda', 'domande')}
                {minutes ? ` · ${howMany(minutes, 'minuto', 'minuti')}` : ''}
              </Text>
              {model_id ? (
                <Group gap="sm">
                  <StatusChip tone="ok" label="Già importato" />
                  <Anchor renderRoot={(props) => <Link {...props} to="/verifiche/modello" search={{ id: model_id }} />}>Apri {name}</Anchor>
                </Group>
              ) : (
                <Group>
                  <Button
                    aria-label={`Importa ${name}`}
                    loading={isPending && variables.code === code}
                    disabled={isPending}
                    onClick={() => mutate({ code })}
                  >
                    Importa
                  </Button>
                </Group>
              )}
            </Stack>
          </Card>
        ))}
      </Stack>
    </Dialog>
  )
}
