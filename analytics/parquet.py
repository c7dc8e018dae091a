"""Tables as the content of Parquet files."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

GROUP_ROWS = 20_000
"""So many rows are read at least: smaller groups take longer to read all of, larger ones longer to read some of."""


def as_file(table: pa.Table) -> pa.Buffer:
    """The content of a file. Of games it says for each group of rows from which to which they go."""
    sink = pa.BufferOutputStream()
    pq.write_table(
        table,
        sink,
        compression="zstd",
        row_group_size=GROUP_ROWS,
        write_statistics=["game_id"] if "game_id" in table.column_names else False,
    )
    return sink.getvalue()


def column_of(column: pd.Series[Any], kind: str) -> pa.Array:
    """A column of this type; a category with those of its texts that are there. Raises ValueError for too many."""
    if kind != "category":
        return pa.array(column.to_numpy(kind))
    used, codes = np.unique(column.cat.codes.to_numpy(), return_inverse=True)
    texts = [str(column.cat.categories[code]) for code in used]
    if len(texts) > np.iinfo(np.int16).max:
        raise ValueError(f"{len(texts)} different texts in one column")
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int16)), pa.array(texts, pa.string()))
