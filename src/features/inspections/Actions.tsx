import { Button, Menu } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type InspectionRow, inspections } from '../../contract/inspections.ts'
import { DownloadButton } from '../../crud/DownloadButton.tsx'
import { isClosed } from '../../rules/inspection-actions.ts'
import { numberOf } from '../../rules/inspection-columns.ts'
import { canShare, SharePdf } from './SharePdf.tsx'
import { useActions } from './use-actions.tsx'

/** What may be done with the verifica of the page. */
export function Actions({ inspection }: { inspection: InspectionRow }) {
  const router = useRouter()
  const { actionsOf, question } = useActions()
  const more = actionsOf(inspection, () => void router.navigate({ to: '/verifiche' }))
  return (
    <>
      {isClosed(inspection) && canShare() && <SharePdf id={inspection.id} title={`Verifica ${numberOf(inspection)}`} />}
      {inspection.model_version !== null && (
        <DownloadButton source={inspections.pdf} input={{ id: inspection.id }}>
          PDF
        </DownloadButton>
      )}
      {more.length > 0 && (
        <Menu>
          <Menu.Target>
            <Button variant="default">Altro</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(({ label, icon: Shape, danger, onSelect }) => (
              <Menu.Item key={label} leftSection={<Shape />} color={danger ? 'red' : undefined} onClick={() => void onSelect()}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {question}
    </>
  )
}
