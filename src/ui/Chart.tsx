import { Button, Title } from '@mantine/core'
import { useId, useState } from 'react'
import classes from './Chart.module.css'
import { type ChartData, type ChartKind, type ChartSeries, linesOf } from './chart-data.ts'
import { LinkAnchor } from './links.tsx'
import { part } from './part.tsx'

const ChartPlot = part(() => import('./ChartPlot.tsx').then((m) => m.ChartPlot))

interface ChartProps {
  title: string
  kind: ChartKind
  data: ChartData
  /** Formats a value in Italian. */
  format: (value: number) => string
}

function cell({ name, values, links }: ChartSeries, at: number, format: ChartProps['format']) {
  const value = values[at]
  const link = links?.[at]
  if (value == null) return '–'
  return link && value ? (
    <LinkAnchor {...(link as { to: '/' })} aria-label={`${name}: ${format(value)}`}>
      {format(value)}
    </LinkAnchor>
  ) : (
    format(value)
  )
}
/** Figures as a chart, and the same figures as a table for people who cannot see it or want exact values. */
export function Chart({ title, kind, data, format }: ChartProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { heading, labels, series } = data
  return (
    <section aria-labelledby={`${id}-title`} className={classes.chart}>
      <Title order={2} id={`${id}-title`}>
        {title}
      </Title>
      <div
        className={classes.plot}
        style={
          kind === 'rows'
            ? ({ '--lines': labels.length * Math.max(1, ...labels.map((label) => linesOf(label).length)) } as React.CSSProperties)
            : undefined
        }
        role="img"
        aria-label={`Grafico: ${title}. Gli stessi dati sono in “Vedi dati”.`}
      >
        <ChartPlot meanwhile={<div className={classes.loading} />} kind={kind} data={data} format={format} />
      </div>
      <Button variant="default" aria-expanded={open} aria-controls={`${id}-data`} onClick={() => setOpen(!open)}>
        {open ? 'Nascondi dati' : 'Vedi dati'}
      </Button>
      <div id={`${id}-data`} hidden={!open} className={classes.data}>
        {open && (
          <table aria-labelledby={`${id}-title`}>
            <thead>
              <tr>
                <th scope="col">{heading}</th>
                {series.map(({ name }) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, at) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {series.map((one) => (
                    <td key={one.name}>{cell(one, at, format)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  )
}
