"""The compiler's side: machine code from kernels to disk and back. Nothing else imports Numba.

Numba optimises a function together with all that it calls, and does so again for each of its callers, level by level.
Only entry points are ever run. So the kernels below them are merely translated, but for tight ones, and optimised once
in every entry point that they become part of. That halves the time (decision 16).
"""

import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import llvmlite.ir  # type: ignore[import-untyped]
import numba
import numba.core.cgutils
import numba.core.codegen
import numba.core.compiler
import numba.core.runtime
import numba.core.serialize
import numba.extending
import numba.np.arrayobj

from whistlestop.kernels.cache import read_kernel, write_kernel
from whistlestop.kernels.decorators import OPTIONS, TIGHT_KERNELS, WITHOUT_WRAPPER

PYTHON_WRAPPER = "_ZN7cpython"
"""How the names of wrappers begin that make code callable from Python."""

# Numba has no types for these.
_core: Any = numba.core
_config: Any = numba.config
_Library: Any = numba.core.codegen.CPUCodeLibrary
_Codegen: Any = numba.core.codegen.JITCPUCodegen
_arrays: Any = numba.np.arrayobj
_typeof: Any = numba.typeof
_types: Any = numba.types
_intrinsic: Any = numba.extending.intrinsic


def translate(function: Callable[..., Any], arguments: Sequence[Any]) -> None:
    """Do what entry points share: infer types and translate all kernels that the function calls."""
    numba.njit(**WITHOUT_WRAPPER)(function).compile(_types_of(arguments))


def compile_to(path: Path, function: Callable[..., Any], arguments: Sequence[Any]) -> None:
    """Compile a function for arguments like these, with all that it calls, into a file."""
    dispatcher = numba.njit(**OPTIONS)(function)
    dispatcher.compile(_types_of(arguments))
    (result,) = dispatcher.overloads.values()
    write_kernel(path, _core.serialize.dumps(result._reduce()))


def load_compiled(function: Callable[..., Any], path: Path) -> Callable[..., Any]:
    """The function as it was compiled; other arguments than it was compiled for are a TypeError. DamagedFile: no such
    file, or not a whole one."""
    dispatcher: Any = numba.njit(**OPTIONS)(function)
    # What is compiled needs the runtime alone. All else that Numba would bring along is for compiling, and takes 0.7 s.
    _core.runtime.rtsys.initialize(dispatcher.targetctx)
    content = pickle.loads(read_kernel(path))
    dispatcher.add_overload(_core.compiler.CompileResult._rebuild(dispatcher.targetctx, *content))
    dispatcher.disable_compile()
    compiled: Callable[..., Any] = dispatcher
    return compiled


def _types_of(arguments: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(_typeof(argument) for argument in arguments)


def fetch_lines(size: int) -> Any:
    """The kernel that asks for the lines, of so many bytes each, of a part of a row: `fetch(rows, row, first, end)`."""

    def fetch(_context: Any, rows: Any, _row: Any, _first: Any, _end: Any) -> Any:
        return _types.void(rows, _types.intp, _types.intp, _types.intp), generate

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows, row, first, end = arguments
        array = _arrays.make_array(signature.args[0])(context, builder, rows)
        pointer = context.get_value_type(_types.voidptr)
        number = context.get_value_type(_types.int32)
        ask = builder.module.declare_intrinsic("llvm.prefetch", [pointer], _function_type(pointer, number))
        place = builder.mul(row, builder.extract_value(array.strides, 0))
        start = builder.gep(builder.bitcast(array.data, pointer), [place])
        step = context.get_constant(_types.intp, size)
        last = builder.add(end, context.get_constant(_types.intp, size - 1))  # rows begin anywhere in a line
        with _core.cgutils.for_range_slice(builder, first, last, step) as (at, _count):
            builder.call(ask, [builder.gep(start, [at]), number(1), number(3), number(1)])  # to write, soon, no code
        return context.get_dummy_value()

    return _intrinsic(fetch)


def _function_type(pointer: Any, number: Any) -> Any:
    return llvmlite.ir.FunctionType(llvmlite.ir.VoidType(), [pointer, number, number, number])


def optimise_entry_points_only() -> bool:
    """Change Numba in this process as described above; False if this version of it is not built like that."""
    methods = ("_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals")
    if not (all(hasattr(_Library, method) for method in methods) and hasattr(_Codegen, "set_env")):
        return False
    optimise, emit, set_environment = _Library._optimize_final_module, _Library._finalize_final_module, _Codegen.set_env

    def is_entry_point(library: Any) -> bool:
        functions = library._final_module.functions
        return any(not f.is_declaration and f.name.startswith(PYTHON_WRAPPER) for f in functions)

    def optimise_some(library: Any) -> None:
        if is_entry_point(library) or library.name in TIGHT_KERNELS:
            optimise(library)

    def emit_entry_point(library: Any) -> None:
        if is_entry_point(library):
            emit(library)
        else:
            library._finalize_dynamic_globals()
            library._finalized = True

    def set_environment_of_entry_point(codegen: Any, name: str, environment: Any) -> None:
        if codegen._engine.get_global_value_address(name):  # what was not emitted has no address
            set_environment(codegen, name, environment)

    _Library._optimize_final_module = optimise_some
    _Library._finalize_final_module = emit_entry_point
    _Codegen.set_env = set_environment_of_entry_point
    return True


def check_negative_indices() -> None:
    """Where indices are checked, let a negative one be out of bounds: Numba counts it from the end, which kernels never
    mean."""
    if _config.BOUNDSCHECK:
        _arrays.fix_integer_index = _index_as_it_is


def _index_as_it_is(context: Any, builder: Any, index_type: Any, index: Any, _size: Any) -> Any:
    return context.cast(builder, index, index_type, numba.types.intp)
