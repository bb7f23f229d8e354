import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import Pad from 'signature_pad'
import { Dialog } from './Dialog.tsx'
import classes from './SignaturePad.module.css'
import { drawnSignature } from './signature-png.ts'
import { fromGroups, isBlank, pen, type SignatureVector, scaleIn, toGroups } from './signature-vector.ts'

interface SignaturePadProps {
  /** The signer, as a label: `Firma del gestore`. */
  label: string
  /** Strokes from before. */
  initial?: SignatureVector
  /** The current strokes; null when there are none. */
  onDraw: (vector: SignatureVector | null) => void
  /** PNG, 900 × 360 px, black on transparent. Settles once it is stored, or cannot be. */
  onConfirm: (png: Promise<ArrayBuffer>) => Promise<void>
  /** Closed without confirming; `onDraw` has received what was drawn. */
  onClose: () => void
}

/** A full-screen signature pad for both orientations. Strokes are stored as numbers, so turning the device or closing loses nothing. */
export function SignaturePad({ label, initial = { strokes: [] }, onDraw, onConfirm, onClose }: SignaturePadProps) {
  const [vector, setVector] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  function draw(next: SignatureVector) {
    setVector(next)
    onDraw(next.strokes.length > 0 ? next : null)
  }
  async function confirm() {
    setAsked(true)
    if (isBlank(vector)) return
    setBusy(true)
    await onConfirm(drawnSignature(vector))
    setBusy(false)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      fullScreen
      title={label}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Chiudi' }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <Sheet label={label} vector={vector} onStroke={draw} />
      <Text className={classes.said} size="sm" role="status">
        {!isBlank(vector)
          ? ''
          : vector.strokes.length > 0
            ? 'La firma è troppo breve: firmare per esteso.'
            : asked
              ? 'Firmare nel riquadro, poi confermare.'
              : ''}
      </Text>
      <Group gap="sm" wrap="nowrap" className={classes.ends}>
        <Button variant="default" disabled={busy || vector.strokes.length === 0} onClick={() => draw({ strokes: [] })}>
          Cancella
        </Button>
        <Button loading={busy} onClick={() => void confirm()}>
          Conferma firma
        </Button>
      </Group>
    </Dialog>
  )
}

interface SheetProps {
  label: string
  vector: SignatureVector
  onStroke: (vector: SignatureVector) => void
}

/** The canvas. It always shows `vector`, as large as it fits the current size. */
function Sheet({ label, vector, onStroke }: SheetProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const padRef = useRef<Pad>(null)
  const shown = useRef(vector)
  const scale = useRef(0)
  const stroke = useRef(onStroke)
  useEffect(() => {
    stroke.current = onStroke
  })

  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas) return
    const pad = new Pad(canvas)
    padRef.current = pad
    let [width, height] = [0, 0]
    const resize = () => {
      const { clientWidth, clientHeight } = canvas
      if (!clientWidth || !clientHeight || (clientWidth === width && clientHeight === height)) return
      const kept = scale.current === 0 ? shown.current : fromGroups(pad.toData(), scale.current)
      ;[width, height] = [clientWidth, clientHeight]
      const density = Math.max(1, window.devicePixelRatio)
      canvas.width = width * density
      canvas.height = height * density
      canvas.getContext('2d')?.scale(density, density)
      scale.current = scaleIn(kept, width, height)
      Object.assign(pad, pen(scale.current))
      pad.fromData(toGroups(kept, scale.current))
      if (kept.strokes.length > shown.current.strokes.length) ended() // The stroke being drawn ends here.
    }
    const ended = () => {
      shown.current = fromGroups(pad.toData(), scale.current)
      stroke.current(shown.current)
    }
    const observer = new ResizeObserver(resize)
    observer.observe(canvas)
    resize()
    pad.addEventListener('endStroke', ended)
    return () => {
      observer.disconnect()
      pad.removeEventListener('endStroke', ended)
      pad.off()
    }
  }, [])

  // Applies changes from outside, such as clearing; the pad has its own strokes already.
  useEffect(() => {
    if (shown.current === vector || scale.current === 0) return
    shown.current = vector
    padRef.current?.fromData(toGroups(vector, scale.current))
  }, [vector])

  return <canvas ref={canvasRef} className={classes.sheet} role="img" aria-label={`${label}: area in cui firmare`} />
}
