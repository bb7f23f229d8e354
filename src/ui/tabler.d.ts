/** Icons are imported one file each: through the package's main file the bundler would read all six thousand. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const Shape: import('react').ComponentType<Omit<import('react').SVGProps<SVGSVGElement>, 'stroke'> & { size?: number; stroke?: number }>
  export default Shape
}
