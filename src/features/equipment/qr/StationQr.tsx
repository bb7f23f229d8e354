import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { qr } from '../../../contract/equipment/qr.ts'
import { NewButton } from '../../../crud/list/NewButton.tsx'
import { query } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconGasStation } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { part } from '../../../ui/part.tsx'
import { QrCard } from './QrCard.tsx'
import classes from './qr.module.css'

const QrDialog = part(() => import('./QrDialog.tsx').then((m) => m.QrDialog))

/** The QR of one station, or the way to make it. */
export function StationQr({ id, locked }: { id: number; locked: boolean }) {
  const { data, isError, refetch } = useQuery(query(qr.list, { station_id: [id] }))
  const [adding, setAdding] = useState(false)
  if (isError && !data) return <ErrorState message="Il QR non è arrivato." onRetry={() => void refetch()} />
  if (!data) return <LoadingRows rows={3} />
  return (
    <>
      {data.data.length ? (
        <ul className={classes.grid} aria-label="QR">
          {data.data.map((one) => (
            <QrCard key={one.id} one={one} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={IconGasStation}
          message="Nessun QR di questo punto vendita."
          action={!locked && <NewButton onClick={() => setAdding(true)}>Nuovo QR</NewButton>}
        />
      )}
      {adding && <QrDialog station={id} onClose={() => setAdding(false)} />}
    </>
  )
}
