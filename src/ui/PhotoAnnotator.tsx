import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { IconArrowBackUp } from './icons.tsx'
import classes from './PhotoAnnotator.module.css'
import { drawMarks, type Mark, type Point } from './photo-marks.ts'

interface PhotoAnnotatorProps {
  photo: ImageBitmap
  /** The photo with its marks, JPEG, same size. The one it was made from stays as it was. */
  onSave: (jpeg: ArrayBuffer) => void
  onCancel: () => void
}

const TOOLS = [
  { value: 'line', label: 'Disegna' },
  { value: 'arrow', label: 'Freccia' },
  { value: 'text', label: 'Testo' },
]

/** Marks on a photo: freehand, arrows, words. Words can be placed without a pointer: they go to the middle. */
export function PhotoAnnotator({ photo, onSave, onCancel }: PhotoAnnotatorProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [tool, setTool] = useState('line')
  const [text, setText] = useState('')
  const [marks, setMarks] = useState<Mark[]>([])
  const [started, setStarted] = useState<Mark | null>(null)

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.drawImage(photo, 0, 0)
    drawMarks(context, started ? [...marks, started] : marks, Math.max(photo.width, photo.height))
  }, [photo, marks, started])

  const point = (event: PointerEvent<HTMLCanvasElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: ((event.clientX - box.left) / box.width) * photo.width, y: ((event.clientY - box.top) / box.height) * photo.height }
  }
  const add = (mark: Mark) => setMarks((before) => [...before, mark])
  const addText = (at: Point) => text.trim() && add({ kind: 'text', at, text: text.trim() })

  function save() {
    canvas.current?.toBlob((blob) => void blob?.arrayBuffer().then(onSave), 'image/jpeg', 0.85)
  }

  return (
    <div className={classes.annotator}>
      <SegmentedControl fullWidth data={TOOLS} value={tool} onChange={setTool} aria-label="Strumento" />
      {tool === 'text' && (
        <Group align="end" gap="xs">
          <TextInput
            className={classes.words}
            label="Testo da inserire"
            description="Toccare la foto nel punto in cui metterlo."
            maxLength={60}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button variant="default" disabled={!text.trim()} onClick={() => addText({ x: photo.width / 2, y: photo.height / 2 })}>
            Inserisci al centro
          </Button>
        </Group>
      )}
      <canvas
        ref={canvas}
        className={classes.photo}
        width={photo.width}
        height={photo.height}
        role="img"
        aria-label={`Foto con ${marks.length} ${marks.length === 1 ? 'segno' : 'segni'}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const at = point(event)
          if (tool === 'text') addText(at)
          else setStarted(tool === 'line' ? { kind: 'line', points: [at] } : { kind: 'arrow', from: at, to: at })
        }}
        onPointerMove={(event) => {
          if (!started || started.kind === 'text') return
          const at = point(event)
          setStarted(started.kind === 'line' ? { ...started, points: [...started.points, at] } : { ...started, to: at })
        }}
        onPointerUp={() => {
          if (started) add(started)
          setStarted(null)
        }}
        onPointerCancel={() => setStarted(null)}
      />
      <Group gap="xs" justify="space-between">
        <Button
          variant="default"
          leftSection={<IconArrowBackUp />}
          disabled={marks.length === 0}
          onClick={() => setMarks(marks.slice(0, -1))}
        >
          Annulla segno
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={onCancel}>
            Annulla
          </Button>
          <Button disabled={marks.length === 0} onClick={save}>
            Salva
          </Button>
        </Group>
      </Group>
    </div>
  )
}
