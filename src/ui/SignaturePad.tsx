import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import Pad from 'signature_pad'
import { IconArrowBackUp, IconTrash, IconTypography, IconWriting } from './icons.tsx'
import classes from './SignaturePad.module.css'
import { drawnSignature, typedSignature } from './signature-png.ts'
import { fromGroups, HEIGHT, isBlank, pen, type SignatureVector, toGroups } from './signature-vector.ts'

export interface Signature {
  /** 900 × 360 px, black on transparent. */
  png: ArrayBuffer
  /** The strokes; null when the name was typed. */
  vector: SignatureVector | null
  /** The name as typed; null when it was drawn. */
  typedName: string | null
}

interface SignaturePadProps {
  /** Whose: `Firma del gestore`. */
  label: string
  /** Null as long as there is none, or only a touch in passing. */
  onChange: (signature: Signature | null) => void
  /** Strokes kept from before. */
  initial?: SignatureVector
}

/**
 * A place to sign by hand or, with a keyboard, by typing the name. The strokes live as numbers and are drawn again whenever the place
 * changes its size: turning the device, scrolling and the on-screen keyboard take nothing away.
 */
export function SignaturePad({ label, onChange, initial = { strokes: [] } }: SignaturePadProps) {
  const [typing, setTyping] = useState(false)
  const [vector, setVector] = useState(initial)
  const [name, setName] = useState('')
  const latest = useRef(0)

  /** Making the PNG takes a moment: only the last one made counts. */
  function report(vector: SignatureVector | null, typedName: string | null) {
    latest.current += 1
    const turn = latest.current
    if (vector ? isBlank(vector) : !typedName) return onChange(null)
    void (vector ? drawnSignature(vector) : typedSignature(typedName ?? '')).then((png) => {
      if (turn === latest.current) onChange({ png, vector, typedName })
    })
  }
  // Strokes kept from before are a signature again at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what it began with
  useEffect(() => {
    if (vector.strokes.length > 0) report(vector, null)
  }, [])
  function draw(next: SignatureVector) {
    setVector(next)
    report(next, null)
  }
  function type(next: string) {
    setName(next)
    report(null, next.trim().length >= 3 ? next.trim() : null)
  }
  function toggle() {
    if (typing) report(vector, null)
    else type(name)
    setTyping(!typing)
  }

  return (
    <fieldset aria-label={label} className={classes.pad}>
      {typing ? (
        <>
          <TextInput label="Nome e cognome" autoComplete="name" value={name} onChange={(event) => type(event.currentTarget.value)} />
          <p className={classes.typed} aria-hidden>
            {name}
          </p>
        </>
      ) : (
        <Sheet label={label} vector={vector} onStroke={draw} />
      )}
      <Text size="xs" c="dimmed" role="status">
        {!typing && vector.strokes.length > 0 && isBlank(vector) ? 'La firma è troppo breve: firmare per esteso.' : ''}
      </Text>
      <Group gap="xs">
        {!typing && (
          <>
            <Button
              variant="default"
              leftSection={<IconArrowBackUp />}
              disabled={vector.strokes.length === 0}
              onClick={() => draw({ strokes: vector.strokes.slice(0, -1) })}
            >
              Annulla tratto
            </Button>
            <Button
              variant="default"
              leftSection={<IconTrash />}
              disabled={vector.strokes.length === 0}
              onClick={() => draw({ strokes: [] })}
            >
              Cancella
            </Button>
          </>
        )}
        <Button variant="subtle" leftSection={typing ? <IconWriting /> : <IconTypography />} onClick={toggle}>
          {typing ? 'Firma a mano' : 'Firma digitando il nome'}
        </Button>
      </Group>
    </fieldset>
  )
}

interface SheetProps {
  label: string
  vector: SignatureVector
  onStroke: (vector: SignatureVector) => void
}

/** The canvas alone. What it shows is always `vector`, at the size it has now. */
function Sheet({ label, vector, onStroke }: SheetProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const padRef = useRef<Pad>(null)
  const shown = useRef(vector)
  const stroke = useRef(onStroke)
  useEffect(() => {
    stroke.current = onStroke
  })

  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas) return
    const pad = new Pad(canvas)
    padRef.current = pad
    let width = 0
    const resize = () => {
      const next = canvas.clientWidth
      if (next === 0 || next === width) return
      const kept = width === 0 ? shown.current : fromGroups(pad.toData(), width)
      const density = Math.max(1, window.devicePixelRatio)
      canvas.width = next * density
      canvas.height = next * HEIGHT * density
      canvas.getContext('2d')?.scale(density, density)
      Object.assign(pad, pen(next))
      pad.fromData(toGroups(kept, next))
      width = next
      if (kept.strokes.length > shown.current.strokes.length) ended() // The stroke being drawn ends here.
    }
    const ended = () => {
      shown.current = fromGroups(pad.toData(), width)
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

  // Undo, clear and strokes from before come from outside; one's own stroke is there already.
  useEffect(() => {
    const width = canvasRef.current?.clientWidth ?? 0
    if (shown.current === vector || width === 0) return
    shown.current = vector
    padRef.current?.fromData(toGroups(vector, width))
  }, [vector])

  return <canvas ref={canvasRef} className={classes.sheet} role="img" aria-label={`${label}: area in cui firmare`} />
}
