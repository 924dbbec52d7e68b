"""Running jobs side by side: on threads, in processes, or on the machines of a Ray cluster.

    >>> from functools import cache, partial
    >>> list(run_in_order((partial(pow, 2, n) for n in range(4)), executor="threads", workers=2))
    [1, 2, 4, 8]

Every job that runs has a thread, and an executor decides where that thread runs the job. So all executors keep the
same few jobs ahead, give results in the same order and stop in the same way.
"""

import logging
import os
import pickle
import reprlib
import signal
import socket
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock, Thread, local
from types import ModuleType
from typing import Any, Generic, Literal, TypeVar

import whistlestop
from whistlestop.arena.fingerprint import code_fingerprint
from whistlestop.board import Board
from whistlestop.extras import needs_extra

T = TypeVar("T")
ExecutorName = Literal["threads", "processes", "ray"]

AHEAD = 2  # jobs begun or done and not yet asked for, per worker
RETRIES = 3  # how often a job runs again whose worker was lost
CONNECT_SECONDS = 10.0
POLL_SECONDS = 0.5


class ExecutorError(RuntimeError):
    """A job can't be run where it was to be run; the text says why and what to do."""


@dataclass(frozen=True)
class InThread(Generic[T]):
    """A job among others for processes that runs on a thread of this one, because its kernels release the GIL."""

    job: Callable[[], T]

    def __call__(self) -> T:
        """Run the job."""
        return self.job()


def run_in_order(
    jobs: Iterable[Callable[[], T]], *, executor: ExecutorName, workers: int | None = None, address: str | None = None
) -> Generator[T, None, None]:
    """The results of jobs in their order, with a few jobs ahead and no more, so that memory stays flat.

    `workers` is how many jobs run at a time; without it, as many as this machine or the cluster has cores. `address` is
    the Ray cluster's. For processes and Ray, jobs are picklable. Closing the generator stops them at once; only threads
    finish the jobs they are at. A job whose worker is lost runs again, and an error inside a job is raised here.
    """
    runner = _make_runner(executor, workers, address)
    waiting = iter(jobs)
    running: deque[Future[T]] = deque()
    try:
        running.extend(runner.submit(job) for job in islice(waiting, AHEAD * runner.workers))
        while running:
            yield running.popleft().result()
            running.extend(runner.submit(job) for job in islice(waiting, 1))
    finally:
        runner.stop()


def _make_runner(executor: ExecutorName, workers: int | None, address: str | None) -> "_Threads":
    if executor == "ray":
        return _Cluster(workers, address)
    return {"threads": _Threads, "processes": _Processes}[executor](workers or os.cpu_count() or 1)


class _Threads:
    """Runs jobs on threads of this process: for kernels, which release the GIL."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = ThreadPoolExecutor(workers)

    def submit(self, job: Callable[[], T]) -> Future[T]:
        return self.pool.submit(self.run, job)

    def run(self, job: Callable[[], T]) -> T:
        """Run a job, and wait for it."""
        return job()

    def stop(self) -> None:
        """Begin no more jobs, and give up those that run where that is possible."""
        self.pool.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True, eq=False)
class _Worker:
    process: SpawnProcess
    connection: Connection

    def end(self) -> int | None:
        """End the process and wait for that; its exit code, which is how it had ended if it was dead already."""
        self.process.kill()
        self.process.join()
        self.connection.close()
        return self.process.exitcode


class _Processes(_Threads):
    """Gives every thread a worker process, and a new one when that dies: so that costs no more than one job."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        # It would be started with the first worker, and Python 3.11 then unblocks the signal that _start blocks.
        resource_tracker.ensure_running()
        self.of_thread = local()
        self.lock = Lock()
        self.alive: set[_Worker] = set()
        self.is_stopped = False

    def run(self, job: Callable[[], T]) -> T:
        if isinstance(job, InThread):
            run_here: Callable[[], T] = job
            return run_here()
        pickled_job = pickle.dumps(job)
        exit_code = None
        for _ in range(1 + RETRIES):
            worker = self._worker_of_thread()
            try:
                worker.connection.send_bytes(pickled_job)
                answer = worker.connection.recv_bytes()
            except (EOFError, OSError):
                exit_code = self._discard_worker(worker)
            else:
                result: T = _result(answer)
                return result
        raise ExecutorError(
            f"{job_name(job)}: its worker process died {1 + RETRIES} times, the last time with exit code {exit_code}. "
            "If memory ran out (exit code -9), use fewer workers."
        )

    def stop(self) -> None:
        super().stop()
        with self.lock:
            self.is_stopped = True
            for worker in self.alive:
                worker.process.kill()
        self.pool.shutdown(wait=True)  # now every thread finds its worker dead
        for worker in self.alive:
            worker.end()

    def _worker_of_thread(self) -> _Worker:
        worker: _Worker | None = getattr(self.of_thread, "worker", None)
        if worker is None:
            with self.lock:
                if self.is_stopped:
                    raise CancelledError
                worker = self.of_thread.worker = _start()
                self.alive.add(worker)
        return worker

    def _discard_worker(self, worker: _Worker) -> int | None:
        with self.lock:
            self.alive.discard(worker)
        self.of_thread.worker = None
        return worker.end()


def _start() -> _Worker:
    """A new worker process. It ignores Ctrl-C, even before it runs code of ours."""
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # of this thread, and so of what it starts
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve_jobs, args=(theirs,), daemon=True)
    process.start()
    theirs.close()  # else its death would not close the pipe
    return _Worker(process, ours)


def _serve_jobs(connection: Connection) -> None:
    """What a worker process does: run jobs until its parent closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for Windows; elsewhere it is blocked since _start
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            connection.send_bytes(_run_job(connection.recv_bytes()))


def _end_with_parent() -> None:
    """A job may take minutes; nobody wants its result when the parent is gone."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _run_job(pickled_job: bytes) -> bytes:
    """Run a job: pickled, whether it has a result, and the result or else the error."""
    try:
        return pickle.dumps((True, pickle.loads(pickled_job)()))
    except BaseException as error:  # also of a bot that wants to exit
        return _pickled_error(error)


def _pickled_error(error: BaseException) -> bytes:
    error.add_note("In the worker:\n" + "".join(traceback.format_exception(error)))
    try:
        answer = pickle.dumps((False, error))
        pickle.loads(answer)  # an error with an __init__ of its own may fail only here
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return answer


def _result(answer: bytes) -> Any:
    is_result, outcome = pickle.loads(answer)
    if not is_result:
        raise outcome
    return outcome


class _Cluster(_Threads):
    """Sends jobs to the machines of a Ray cluster. Ray runs those again whose worker or machine is lost."""

    def __init__(self, workers: int | None, address: str | None) -> None:
        self.ray = import_ray()
        self.is_joined_here = not self.ray.is_initialized()
        if self.is_joined_here:
            _join(self.ray, address)
        super().__init__(workers or max(1, int(self.ray.cluster_resources().get("CPU", 1))))
        self.task = self.ray.remote(num_cpus=1, max_retries=RETRIES)(_run_job_on_cluster)
        self.is_stopped = False

    def run(self, job: Callable[[], T]) -> T:
        errors = self.ray.exceptions
        answer = self.task.remote(_code(), pickle.dumps(job))
        try:
            self._wait_for(answer)
            result: T = _result(self.ray.get(answer))
            return result
        except errors.RayTaskError as error:  # a job's own errors come as answers, so our code was not found there
            raise ExecutorError(
                f"A machine of the Ray cluster can't run whistlestop; install version {whistlestop.__version__} in the "
                f"Python of every machine. ({str(error).strip().splitlines()[-1]})"
            ) from None
        except errors.RayError as error:
            raise ExecutorError(f"{job_name(job)}: lost on the cluster {1 + RETRIES} times. {error}") from None

    def stop(self) -> None:
        super().stop()
        self.is_stopped = True
        self.pool.shutdown(wait=True)
        if self.is_joined_here:
            self.ray.shutdown()

    def _wait_for(self, answer: Any) -> None:
        while not self.ray.wait([answer], timeout=POLL_SECONDS)[0]:
            if self.is_stopped:
                self.ray.cancel(answer, force=True)
                raise CancelledError


def _run_job_on_cluster(code: str, pickled_job: bytes) -> bytes:
    """Run a job on some machine of the cluster. A job of another version might not even unpickle there."""
    if code == _code():
        return _run_job(pickled_job)
    refusal = (
        f"The machine {socket.gethostname()} of the Ray cluster has whistlestop {_code()}, and yours has {code}. "
        "Install the same on every machine."
    )
    return pickle.dumps((False, ExecutorError(refusal)))


@cache
def _code() -> str:
    """What has to be the same on every machine, so that the results are."""
    return f"{whistlestop.__version__}, code {code_fingerprint([])}"


def import_ray() -> ModuleType:
    """Ray, which is slow to import and which not everybody has."""
    # What it prints about a lost machine is pages long and breaks the progress bar. It reads this when imported.
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", "^")
    with needs_extra("cluster"):
        import ray
    return ray


def _join(ray: ModuleType, address: str | None) -> None:
    """Join a cluster that runs, quietly; ExecutorError if there is none."""
    address = address or os.environ.get("RAY_ADDRESS") or "auto"
    if address != "auto":
        _check_address(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        where = "on this machine" if address == "auto" else f"at {address} that this machine is part of"
        raise ExecutorError(
            f"There is no Ray cluster {where} ({error}) Start one with `ray start --head`, or join one with "
            "`ray start --address=HOST:PORT`, then run this again. If it wants a token, set RAY_AUTH_MODE=token."
        ) from None


def _check_address(address: str) -> None:
    """Ray itself would try for two minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        raise ExecutorError(f"The Ray address {address!r} is not HOST:PORT, like 192.0.2.1:6379.")
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except OSError as error:
        raise ExecutorError(
            f"No Ray cluster answers at {address} ({error}). Is `ray start --head` running there, and is the port open?"
        ) from None


def job_name(job: Callable[[], object]) -> str:
    """A job as people read it.

    >>> job_name(partial(pow, 2, 10))
    'pow(2, 10)'
    """
    if not isinstance(job, partial):
        return reprlib.repr(job)
    arguments = [argument.source if isinstance(argument, Board) else reprlib.repr(argument) for argument in job.args]
    arguments += [f"{name}={reprlib.repr(argument)}" for name, argument in job.keywords.items()]
    return f"{getattr(job.func, '__name__', job.func)}({', '.join(arguments)})"
