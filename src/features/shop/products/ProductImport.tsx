import { useNavigate } from '@tanstack/react-router'
import { productImport, productSheet } from '../../../contract/shop/product-import.ts'
import { ImportSheet } from '../../../crud/import/ImportSheet.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

/** "Importa articoli": from a sheet, compared line by line before anything is written. */
export function ProductImport({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog opened onClose={onClose} title="Importa articoli" fullScreen>
      <ImportSheet
        calls={productImport}
        fields={productSheet}
        what="articoli"
        onStarted={({ id }) => void navigate({ to: '/storico-job/{-$id}', params: { id } })}
      />
    </Dialog>
  )
}
