import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import classes from './CodeScanner.module.css'
import { Dialog } from './Dialog.tsx'
import { codeReader, openCamera } from './read-code.ts'

const EVERY_MS = 150
/** Longest side of a frame: enough for a code at arm's length, small enough for the slowest phone. */
const SIDE = 1280

interface CodeScannerProps {
  title: string
  onRead: (code: string) => void
  onClose: () => void
  /** Error about the code just read. */
  error?: string | undefined
}
/** The camera, full screen, until it sees a QR code or a bar code. A code can also be typed. */
export function CodeScanner({ title, onRead, onClose, error }: CodeScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const [seen, setSeen] = useState(false)
  const read = useRef(onRead)
  read.current = onRead
  useEffect(() => {
    const opened = openCamera()
    const over = { now: false }
    watch(opened, video, over, (code) => read.current(code), setSeen).catch((cause: Error) => over.now || setProblem(cause.message))
    return () => {
      over.now = true
      opened.then(
        (stream) => {
          for (const track of stream.getTracks()) track.stop()
        },
        () => undefined,
      )
    }
  }, [])
  return (
    <Dialog opened onClose={onClose} fullScreen title={title}>
      <Stack>
        {problem ? (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        ) : (
          <>
            <video ref={video} className={classes.view} playsInline muted />
            <Text size="sm">{seen ? 'Inquadra il codice da vicino.' : 'Apro la fotocamera…'}</Text>
          </>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setAsked(true)
            if (typed.trim()) onRead(typed.trim())
            else box.current?.focus()
          }}
        >
          <Group align="flex-end">
            <TextInput
              ref={box}
              label="Codice scritto a mano"
              value={typed}
              error={asked && !typed.trim() ? 'Scrivi il codice.' : error}
              maxLength={200}
              autoCapitalize="characters"
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" variant="default">
              Usa
            </Button>
          </Group>
        </form>
      </Stack>
    </Dialog>
  )
}

async function watch(
  opened: Promise<MediaStream>,
  video: { current: HTMLVideoElement | null },
  over: { now: boolean },
  onRead: (code: string) => void,
  onSeen: (seen: boolean) => void,
) {
  const [stream, readFrame] = await Promise.all([opened, codeReader()])
  const view = video.current
  if (over.now || !view) return
  view.srcObject = stream
  await view.play()
  onSeen(true)
  const frame = document.createElement('canvas')
  let last: string | undefined
  while (!over.now) {
    const scale = Math.min(1, SIDE / Math.max(view.videoWidth, view.videoHeight, 1))
    frame.width = Math.round(view.videoWidth * scale)
    frame.height = Math.round(view.videoHeight * scale)
    if (frame.width) frame.getContext('2d', { willReadFrequently: true })!.drawImage(view, 0, 0, frame.width, frame.height)
    const code = frame.width ? await readFrame(frame) : undefined
    // A code in view is read many times per second, but reported once.
    if (code && code !== last && !over.now) onRead(code)
    last = code ?? last
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}
