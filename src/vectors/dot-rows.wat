;; The scalar products of one query with rows that stand one behind the other, exact until the last rounding.
;;
;; A row is signed bytes, the query 16-bit numbers of at most 14 bits besides the sign: twice as fine a query costs
;; nothing, since 8 bytes widened to 16 bits and multiplied in pairs take fewer instructions than bytes with bytes.
;; A lane of 32 bits sums a quarter of the products: 4096 / 4 * 128 * 16383 is less than 2^31, so nothing overflows.
;;
;; plain-kernel.ts does the same, in the same order of roundings.
(module
  (import "engraph" "memory" (memory 1 65535 shared))

  (func (export "dotRows")
    (param $query i32)       ;; address of the query, 2 bytes a number
    (param $row i32)         ;; address of the first row
    (param $scale i32)       ;; address of its scale, a float; those of the other rows follow
    (param $out i32)         ;; address of the first result, a float
    (param $stride i32)      ;; bytes of a row, a multiple of 16
    (param $count i32)       ;; rows, at least 1
    (param $query_scale f64)
    (local $row_end i32)
    (local $scale_end i32)
    (local $at i32)
    (local $low v128)
    (local $high v128)

    (local.set $scale_end (i32.add (local.get $scale) (i32.shl (local.get $count) (i32.const 2))))
    (loop $rows
      (local.set $row_end (i32.add (local.get $row) (local.get $stride)))
      (local.set $at (local.get $query))
      (local.set $low (v128.const i32x4 0 0 0 0))
      (local.set $high (v128.const i32x4 0 0 0 0))
      (loop $numbers
        (local.set $low
          (i32x4.add
            (local.get $low)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $row)) (v128.load (local.get $at)))))
        (local.set $high
          (i32x4.add
            (local.get $high)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $row)) (v128.load offset=16 (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $numbers
          (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 16))) (local.get $row_end))))

      ;; The four lanes together need more than 32 bits.
      (local.set $low
        (i64x2.add
          (i64x2.add
            (i64x2.extend_low_i32x4_s (local.get $low))
            (i64x2.extend_high_i32x4_s (local.get $low)))
          (i64x2.add
            (i64x2.extend_low_i32x4_s (local.get $high))
            (i64x2.extend_high_i32x4_s (local.get $high)))))
      (f32.store (local.get $out)
        (f32.demote_f64
          (f64.mul
            (f64.mul
              (f64.convert_i64_s
                (i64.add (i64x2.extract_lane 0 (local.get $low)) (i64x2.extract_lane 1 (local.get $low))))
              (f64.promote_f32 (f32.load (local.get $scale))))
            (local.get $query_scale))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $rows
        (i32.lt_u (local.tee $scale (i32.add (local.get $scale) (i32.const 4))) (local.get $scale_end))))))
